-- A withdrawal goes to the bank account it was requested with: one that is saved afterwards never receives its money.
alter table wallet.withdrawals
  add column iban text check (iban ~ '^SA\d{22}$'),
  add column holder_name text,
  add constraint withdrawals_bank_account check ((iban is null) = (holder_name is null));

update wallet.withdrawals
set iban = part.iban, holder_name = part.holder_name
from wallet.withdrawal_parts part
where part.withdrawal_id = withdrawals.id and part.kind = 'bank';
