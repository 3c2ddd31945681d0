-- A chargeback that was won: the bank gave the money back. Gateways do not report it, so staff record it.
alter table payments.chargebacks add column won_at timestamptz;
-- System clock: when it was recorded or won, whichever came last. Owners look by it for what they missed.
alter table payments.chargebacks add column changed_at timestamptz;
update payments.chargebacks set changed_at = created_at;
alter table payments.chargebacks alter column changed_at set not null;
drop index payments.chargebacks_by_time;
create index chargebacks_by_change on payments.chargebacks (changed_at, id);
create index chargebacks_of_merchant on payments.chargebacks (merchant_id, created_at desc);

-- In the wallet: when the money of a won chargeback was added to the ledger again.
alter table wallet.chargebacks add column won_at timestamptz;
alter table wallet.chargebacks add column returned_at timestamptz;
drop index wallet.chargebacks_to_apply;
create index chargebacks_to_apply on wallet.chargebacks (id)
  where (applied_at is null and won_at is null) or (applied_at is not null and won_at is not null and returned_at is null);
