-- What goes back of the money of a subscription's period, and what that does to the subscription.

-- What has gone back of what the period took, in all.
alter table billing.periods add column returned_halalas bigint not null default 0;
alter table billing.periods add constraint periods_returned_check check (returned_halalas between 0 and due_halalas);

-- Each way in which money of a period went back: `refund:<payment>` what the gateway says went back of that payment in
-- all, `chargeback:<id>` what a bank took, `staff:<id>` what went back to the balance. Whatever is reported is kept, also
-- before the payment itself is known.
create table billing.period_returns (
  merchant_id text not null,
  source text not null,
  period_id text not null references billing.periods (id),
  -- Null where the balance paid.
  payment_id text,
  amount_halalas bigint not null constraint period_returns_amount_check check (amount_halalas > 0),
  -- A chargeback that was won: its money came back, and counts no more.
  is_won boolean not null default false,
  primary key (merchant_id, source)
);
create index period_returns_of_period on billing.period_returns (period_id);

-- A subscription that ended because its money went back, and what it is again if the money comes.
alter table billing.subscriptions add column ended_by text
  constraint subscriptions_ended_by_check check (ended_by in ('refund', 'chargeback'));
alter table billing.subscriptions add column reopens_as text
  constraint subscriptions_reopens_as_check check (reopens_as in ('active', 'past_due', 'cancelled'));
alter table billing.subscriptions add constraint subscriptions_ended_by_return
  check ((ended_by is null) = (reopens_as is null) and (ended_by is null or state = 'expired'));

-- `reversed`: a chargeback of the order was won, and its money came back.
alter table billing.order_refunds drop constraint order_refunds_state_check;
alter table billing.order_refunds add constraint order_refunds_state_check
  check (state in ('requested', 'done', 'refused', 'reversed'));

-- Up to when everything that the payments report was carried out, by what is reviewed.
create table billing.reviews (
  name text primary key,
  reviewed_until timestamptz not null
);
insert into billing.reviews (name, reviewed_until) select 'order-payments', reviewed_until from billing.order_review;
drop table billing.order_review;
