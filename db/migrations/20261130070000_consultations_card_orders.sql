-- Consultations that are ordered with a card: what is to be ordered once the deposit of what the balance lacked is credited.
create table consultations.card_orders (
  merchant_id text not null,
  deposit_id text not null,
  consultation_id text not null references consultations.consultations (id),
  -- The person who ordered.
  ordered_by text,
  answers jsonb not null,
  coupon_code text,
  -- The price that the person saw, after the coupon.
  price_halalas bigint not null check (price_halalas > 0),
  state text not null default 'waiting' check (state in ('waiting', 'placed', 'not_placed')),
  order_id text,
  -- Why it was not placed.
  reason text check (reason in ('late', 'ordered_again', 'changed', 'not_offered', 'coupon', 'balance', 'answers')),
  -- System clock.
  opened_at timestamptz not null,
  primary key (merchant_id, deposit_id),
  check ((state = 'placed') = (order_id is not null)),
  check ((state = 'not_placed') = (reason is not null))
);

-- The one that still waits, of a consultation.
create index card_orders_waiting on consultations.card_orders (merchant_id, consultation_id) where state = 'waiting';
