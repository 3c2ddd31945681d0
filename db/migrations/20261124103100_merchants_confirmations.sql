-- A signed-in merchant confirms a withdrawal with a fresh code, and a number that was just changed confirms none.

alter table merchants.challenges drop constraint challenges_purpose_check;
alter table merchants.challenges add constraint challenges_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal'));
alter table merchants.code_sends drop constraint code_sends_purpose_check;
alter table merchants.code_sends add constraint code_sends_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal'));
alter table merchants.failed_attempts drop constraint wrong_tries_factor_check;
alter table merchants.failed_attempts add constraint failed_attempts_factor_check
  check (factor in ('sign_in_code', 'password_code', 'password', 'withdrawal_code'));

-- When the number became another, by the system clock; null while it is the one of the sign-up. Kept by the database,
-- so that no way of changing a number can leave it out.
alter table merchants.merchants add column mobile_changed_at timestamptz;
create function merchants.note_mobile_change() returns trigger language plpgsql as $$
begin
  new.mobile_changed_at := now();
  return new;
end $$;
create trigger merchants_mobile_change before update of mobile on merchants.merchants
  for each row when (old.mobile is distinct from new.mobile) execute function merchants.note_mobile_change();
