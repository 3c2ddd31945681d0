-- Payments of a period that needed none: their money goes back, and the merchant reads it for a while.
create table billing.returned_payments (
  payment_id text primary key,
  merchant_id text not null,
  period_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  -- Business time.
  returned_at timestamptz not null
);
create index returned_payments_of_merchant on billing.returned_payments (merchant_id, returned_at desc);
