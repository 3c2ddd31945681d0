-- Withdrawals rest after any new bank account, the first one too: `changed_at` alone says since when.
alter table wallet.bank_accounts drop column replaced_at;
