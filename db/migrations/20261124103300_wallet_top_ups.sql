-- The automatic top-up, and chargebacks.

-- Off until the merchant switches it on.
create table wallet.top_up_settings (
  merchant_id text primary key,
  is_active boolean not null,
  card_id text,
  threshold_halalas bigint not null check (threshold_halalas > 0),
  amount_halalas bigint not null check (amount_halalas > 0),
  monthly_ceiling_halalas bigint not null,
  -- Why the product switched it off; null when it did not.
  stopped_reason text check (stopped_reason in ('card_refused', 'card_unusable')),
  -- False from a planned top-up until the available balance was at the threshold again: one top-up for one crossing.
  is_armed boolean not null default true,
  constraint top_up_settings_ceiling check (monthly_ceiling_halalas >= amount_halalas),
  constraint top_up_settings_card check (not is_active or card_id is not null)
);

create table wallet.top_ups (
  id text primary key,
  merchant_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  card_id text not null,
  state text not null check (state in ('planned', 'charging', 'charged', 'refused', 'cancelled')),
  planned_at timestamptz not null,
  charge_at timestamptz not null,
  -- The payment's intent, stored in the transaction that begins it: what was begun is never begun again.
  intent_id text unique,
  failure text,
  ended_at timestamptz,
  constraint top_ups_intent check ((intent_id is null) = (state in ('planned', 'cancelled')) or state = 'refused')
);
create unique index top_ups_one_under_way on wallet.top_ups (merchant_id) where state in ('planned', 'charging');
create index top_ups_of_merchant on wallet.top_ups (merchant_id, planned_at desc);
create index top_ups_due on wallet.top_ups (charge_at) where state in ('planned', 'charging');

-- What a bank took back. Recorded at once, and carried out in the ledger when money may be written.
create table wallet.chargebacks (
  id text primary key,
  merchant_id text not null,
  payment_id text not null,
  deposit_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  applied_at timestamptz
);
create index chargebacks_to_apply on wallet.chargebacks (id) where applied_at is null;
