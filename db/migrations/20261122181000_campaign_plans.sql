-- A plan is one intent of a merchant over one to five platforms; each platform's part of it is a campaign. A draft is a
-- plan that is still being written. Keyed by merchant, so that both tables can be distributed.

create table campaigns.plans (
  merchant_id text not null,
  id text not null,
  -- As it was planned: a campaign may be edited on its own afterwards.
  name text not null check (length(name) between 1 and 375),
  objective text not null check (objective in ('sales', 'traffic')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

-- Every campaign so far was an intent of its own.
insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
select merchant_id, 'pln_' || substr(id, 5), name, objective, created_at, created_at from campaigns.campaigns;

alter table campaigns.campaigns add column plan_id text;
update campaigns.campaigns set plan_id = 'pln_' || substr(id, 5);
alter table campaigns.campaigns alter column plan_id set not null;
alter table campaigns.campaigns
  add constraint campaigns_plan foreign key (merchant_id, plan_id) references campaigns.plans (merchant_id, id);
-- One campaign per platform, so at most as many as there are platforms; a deleted one may be replaced.
create unique index campaigns_plan_platform on campaigns.campaigns (merchant_id, plan_id, platform)
  where status <> 'deleted';

create table campaigns.drafts (
  merchant_id text not null,
  id text not null,
  -- The plan that the draft extends to more platforms; null: it becomes a plan of its own.
  plan_id text,
  -- The contract's limit is on the compact form; this one leaves room for the spaces that jsonb writes.
  content jsonb not null check (octet_length(content::text) <= 131072),
  step text not null check (step in ('goal', 'audience', 'ad', 'review')),
  -- Counts the saves: one that names an older revision is refused.
  revision int not null default 1 check (revision > 0),
  -- The browser that saved it last.
  device text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, plan_id) references campaigns.plans (merchant_id, id)
);
create index drafts_by_age on campaigns.drafts (updated_at);
