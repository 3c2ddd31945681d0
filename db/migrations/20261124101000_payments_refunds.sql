-- Payments beyond the first deposit: charges without the cardholder, refunds that the product sends, chargebacks, and
-- the life of a card on file.

-- A saved card charged without its cardholder: no bank page, so a bank that wants one declines.
alter table payments.intents add column off_session boolean not null default false;
alter table payments.intents add constraint intents_purpose_check
  check (purpose in ('wallet_deposit', 'top_up', 'subscription', 'order'));

-- What a refund shows of the payment it goes back to. `paid_at` is the system clock, when the gateway first reported it paid.
alter table payments.attempts add column method text not null default 'card'
  check (method in ('card', 'apple_pay', 'stc_pay'));
alter table payments.attempts add column card_brand text;
alter table payments.attempts add column card_last_four text check (card_last_four ~ '^[0-9]{4}$');
alter table payments.attempts add column paid_at timestamptz;
-- The part of `refunded_halalas` that refunds of the product's own explain.
alter table payments.attempts add column requested_refunds_halalas bigint not null default 0
  check (requested_refunds_halalas >= 0);
update payments.attempts set paid_at = coalesce(confirmed_at, money_changed_at, created_at)
where state in ('paid', 'refunded');
create index attempts_paid_by_merchant on payments.attempts (merchant_id, paid_at desc) where paid_at is not null;

-- A refund that somebody requested. `subject` is the requester's own reference: the same one is refunded once.
create table payments.refunds (
  id text primary key,
  merchant_id text not null,
  intent_id text not null references payments.intents (id),
  gateway text not null,
  payment_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  subject text not null,
  reason text not null,
  -- `sending`: the gateway may have it already. One at a time for each payment, so that what grew tells whose it is.
  state text not null check (state in ('requested', 'sending', 'done', 'refused')),
  -- What had gone back of the payment before this refund was sent.
  refunded_before_halalas bigint check (refunded_before_halalas >= 0),
  failure text,
  -- Business time; the other three are the system clock.
  created_at timestamptz not null,
  finished_at timestamptz,
  requested_at timestamptz not null,
  -- When it is tried next; null once it is over.
  next_try_at timestamptz,
  tries integer not null default 0,
  foreign key (gateway, payment_id) references payments.attempts (gateway, id),
  check ((state in ('done', 'refused')) = (finished_at is not null)),
  check (state <> 'sending' or refunded_before_halalas is not null)
);
create unique index refunds_of_subject on payments.refunds (merchant_id, gateway, payment_id, subject);
create unique index refunds_one_sending on payments.refunds (gateway, payment_id) where state = 'sending';
create index refunds_of_payment on payments.refunds (gateway, payment_id);
create index refunds_by_end on payments.refunds (finished_at, id) where finished_at is not null;
create index refunds_to_send on payments.refunds (next_try_at) where next_try_at is not null;

-- Money that a bank took back for its cardholder, as the gateway's settlement lists it; each once.
create table payments.chargebacks (
  gateway text not null,
  id text not null,
  merchant_id text not null,
  intent_id text not null references payments.intents (id),
  payment_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  -- When the gateway settled it, and when the product read it, both by the system clock.
  settled_at timestamptz not null,
  created_at timestamptz not null,
  primary key (gateway, id),
  foreign key (gateway, payment_id) references payments.attempts (gateway, id)
);
create index chargebacks_of_payment on payments.chargebacks (gateway, payment_id);
create index chargebacks_by_time on payments.chargebacks (created_at, id);

-- Up to when a gateway's settlements were read.
create table payments.settlement_reads (
  gateway text primary key,
  read_until timestamptz not null
);

-- One default card for each merchant: the one that renewals and top-ups use unless another is chosen.
alter table payments.cards add column is_default boolean not null default false;
-- The month for which the merchant was last notified that the card ends.
alter table payments.cards add column expiring_notified_for date;
update payments.cards set is_default = true where id in (
  select distinct on (merchant_id) id from payments.cards where removed_at is null order by merchant_id, added_at, id);
create unique index cards_one_default on payments.cards (merchant_id) where is_default and removed_at is null;
create index cards_by_expiry on payments.cards (expiry_year, expiry_month) where removed_at is null;
