-- Payments leave the wallet: gateways, intents, attempts and cards in a schema of their own. The wallet keeps the ledger,
-- what it credited for each payment, and holds by purpose. Stop the application before it: running code knows the old names.

create schema payments;

alter table wallet.cards set schema payments;
alter table wallet.gateway_events set schema payments;
alter table wallet.webhook_subscriptions set schema payments;

-- An intent: what somebody is about to pay for. `subject` is whose or which, in the terms of the purpose's owner.
alter table wallet.deposits set schema payments;
alter table payments.deposits rename to intents;
alter index payments.deposits_pkey rename to intents_pkey;
alter index payments.deposits_of_merchant rename to intents_of_merchant;
alter index payments.deposits_to_check rename to intents_to_check;
alter index payments.deposits_open rename to intents_open;
alter table payments.intents rename constraint deposits_status_check to intents_status_check;
alter table payments.intents rename constraint deposits_amount_halalas_check to intents_amount_halalas_check;
alter table payments.intents rename constraint deposits_card_id_fkey to intents_card_id_fkey;
alter table payments.intents add column purpose text;
alter table payments.intents add column subject text;
update payments.intents set purpose = 'wallet_deposit', subject = merchant_id;
alter table payments.intents alter column purpose set not null;
alter table payments.intents alter column subject set not null;

-- The tries to pay an intent, by the gateway's id.
alter table wallet.payments set schema payments;
alter table payments.payments rename to attempts;
alter table payments.attempts rename column deposit_id to intent_id;
alter index payments.payments_pkey rename to attempts_pkey;
alter index payments.payments_of_deposit rename to attempts_of_intent;
alter index payments.payments_to_read rename to attempts_to_read;
alter table payments.attempts rename constraint payments_deposit_id_fkey to attempts_intent_id_fkey;
alter table payments.attempts rename constraint payments_source_check to attempts_source_check;
alter table payments.attempts rename constraint payments_state_check to attempts_state_check;
alter table payments.attempts rename constraint payments_refunded_halalas_check to attempts_refunded_halalas_check;
-- When the gateway last reported that money came or went back: the owner of the purpose looks for what it missed.
alter table payments.attempts add column money_changed_at timestamptz;
update payments.attempts set money_changed_at = coalesce(confirmed_at, created_at) where state in ('paid', 'refunded');
create index attempts_by_money_change on payments.attempts (money_changed_at, id) where money_changed_at is not null;

-- What the wallet carried out for each payment of a deposit: credited once, debited by each growth of its refund.
create table wallet.credited_payments (
  merchant_id text not null,
  -- The gateway's id; `deposit:<payment_id>` is the key of the ledger's entry.
  payment_id text not null,
  deposit_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  -- The part that settled what was owed, at once.
  owed_settled_halalas bigint not null default 0 check (owed_settled_halalas between 0 and amount_halalas),
  refunded_halalas bigint not null default 0 check (refunded_halalas between 0 and amount_halalas),
  -- By the system clock.
  credited_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
create index credited_payments_of_deposit on wallet.credited_payments (merchant_id, deposit_id);

insert into wallet.credited_payments
  (merchant_id, payment_id, deposit_id, amount_halalas, owed_settled_halalas, refunded_halalas, credited_at)
select attempts.merchant_id, attempts.id, attempts.intent_id, entry.amount_halalas,
  -- The deposit's sum, spread over its payments in the order they were credited.
  least(entry.amount_halalas, greatest(0, intents.owed_settled_halalas - coalesce(sum(entry.amount_halalas) over (
    partition by attempts.merchant_id, attempts.intent_id order by entry.id
    rows between unbounded preceding and 1 preceding), 0))),
  least(entry.amount_halalas, attempts.refunded_halalas), coalesce(attempts.money_changed_at, intents.opened_at)
from payments.attempts
join payments.intents on intents.id = attempts.intent_id
join wallet.entries entry on entry.merchant_id = attempts.merchant_id and entry.key = 'deposit:' || attempts.id;

alter table payments.intents drop column owed_settled_halalas;

-- Every payment whose money changed until then is carried out in the ledger.
create table wallet.payment_review (
  id boolean primary key default true check (id),
  reviewed_until timestamptz not null
);
-- Until now a payment was credited in the transaction that recorded it: none was missed.
insert into wallet.payment_review (reviewed_until)
select now() where exists (select 1 from payments.attempts);

-- Reserves become holds: money set aside for a purpose and its subject.
alter table wallet.reserves rename to holds;
alter table wallet.holds rename column campaign_id to subject;
alter table wallet.holds add column purpose text not null default 'campaign';
alter table wallet.holds alter column purpose drop default;
alter table wallet.holds drop constraint reserves_pkey;
alter table wallet.holds add constraint holds_pkey primary key (merchant_id, purpose, subject);
alter table wallet.holds rename constraint reserves_target_halalas_check to holds_target_halalas_check;

-- Stored names follow: events that are not delivered yet, dead letters, and the audit log, whose facts stay as they are.
update base.events set name = replace(name, 'wallet.card_', 'payments.card_') where name in ('wallet.card_added', 'wallet.card_removed');
update base.events set name = 'wallet.hold_changed',
  details = (details - 'campaign_id') || jsonb_build_object('purpose', 'campaign', 'subject', details -> 'campaign_id')
where name = 'wallet.reserve_changed';
update base.dead_letters set event_name = replace(event_name, 'wallet.card_', 'payments.card_')
where event_name in ('wallet.card_added', 'wallet.card_removed');
update base.dead_letters set event_name = 'wallet.hold_changed',
  details = (details - 'campaign_id') || jsonb_build_object('purpose', 'campaign', 'subject', details -> 'campaign_id')
where event_name = 'wallet.reserve_changed';

alter table base.audit_log disable trigger audit_log_append_only;
update base.audit_log set module = 'payments', action = replace(action, 'wallet.card_', 'payments.card_')
where action in ('wallet.card_added', 'wallet.card_changed', 'wallet.card_removed');
update base.audit_log set action = 'wallet.hold_changed' where action = 'wallet.reserve_changed';
alter table base.audit_log enable trigger audit_log_append_only;
