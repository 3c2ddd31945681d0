-- What a consultant proposes on an order: another daily budget of a campaign, with the return they expect of it.
create table consultations.advice (
  merchant_id text not null,
  id text not null,
  order_id text not null,
  campaign_id text not null,
  -- As it was called when it was proposed.
  campaign_name text not null,
  -- The budget it replaced, once it is accepted.
  from_halalas bigint check (from_halalas > 0),
  to_halalas bigint not null check (to_halalas > 0),
  note text not null,
  -- The delivered return on ad spend that is expected in the 14 days after.
  expected_roas numeric(6, 2) not null check (expected_roas > 0),
  state text not null check (state in ('proposed', 'accepted', 'declined')),
  proposed_by text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The Riyadh day of acceptance: the 14 days before it are compared with the 14 after it.
  accepted_on date,
  -- {before, after, similar_before, similar_after}: delivered returns, each null where nothing was spent.
  outcome jsonb,
  -- Whether the expected return was reached; null where there is nothing to compare.
  is_kept boolean,
  measured_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references consultations.orders (merchant_id, id),
  constraint advice_decided check ((state = 'proposed') = (decided_at is null)),
  constraint advice_accepted check (state <> 'accepted' or (accepted_on is not null and from_halalas is not null)),
  constraint advice_measured check ((outcome is null) = (measured_at is null))
);
create index advice_by_order on consultations.advice (merchant_id, order_id, id);
create index advice_to_measure on consultations.advice (accepted_on) where state = 'accepted' and measured_at is null;
