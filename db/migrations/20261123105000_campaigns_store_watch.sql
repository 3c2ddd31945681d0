-- A store that is closed or disconnected: its running campaigns are paused after a grace that the merchant can set.

alter table campaigns.campaigns drop constraint campaigns_status_reason_check;
alter table campaigns.campaigns add constraint campaigns_status_reason_check
  check (status_reason in ('merchant', 'money', 'ended', 'store'));

create table campaigns.store_watch (
  merchant_id text not null,
  store_id text not null,
  grace_minutes int not null default 120 check (grace_minutes between 0 and 10080),
  -- Business time since when the store is closed or not connected; null while it is open.
  closed_since timestamptz,
  -- When its campaigns are paused; null while it is open, and once they were.
  pause_at timestamptz,
  check (pause_at is null or closed_since is not null),
  primary key (merchant_id, store_id)
);
-- Due pauses of all merchants.
create index store_watch_due on campaigns.store_watch (pause_at) where pause_at is not null;
-- The running campaigns of a store.
create index campaigns_running_of_store on campaigns.campaigns (merchant_id, store_id) where status = 'active';

-- What was paused for that reason, as home lists it.
create index campaigns_paused_for_store on campaigns.campaigns (merchant_id, id)
  where status = 'paused' and status_reason = 'store';

-- Stores that are closed today get the grace from today on.
insert into campaigns.store_watch (merchant_id, store_id, closed_since, pause_at)
select merchant_id, id, now(), now() + interval '120 minutes' from stores.stores
where not (status = 'connected' and is_active)
  and id in (select store_id from campaigns.campaigns where status = 'active' and store_id is not null);

-- A budget moved between two campaigns of a plan, with what stood before and after: enough to show it and to undo it.
create table campaigns.budget_moves (
  merchant_id text not null,
  id text not null,
  plan_id text not null,
  from_campaign_id text not null,
  to_campaign_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  -- The daily budgets after the move.
  from_budget_halalas bigint not null check (from_budget_halalas > 0),
  to_budget_halalas bigint not null check (to_budget_halalas > 0),
  moved_at timestamptz not null,
  undone_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, plan_id) references campaigns.plans (merchant_id, id)
);
create index budget_moves_of_plan on campaigns.budget_moves (merchant_id, plan_id, moved_at desc);
