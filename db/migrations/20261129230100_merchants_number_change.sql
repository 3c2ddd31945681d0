-- A merchant changes the number with two codes, one to the number that it was and one to the new one, and may have a
-- picture and the Hijri day beside the Gregorian one.

alter table merchants.challenges drop constraint challenges_purpose_check;
alter table merchants.challenges add constraint challenges_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal', 'current_number', 'new_number'));
alter table merchants.code_sends drop constraint code_sends_purpose_check;
alter table merchants.code_sends add constraint code_sends_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal', 'current_number', 'new_number'));
alter table merchants.failed_attempts drop constraint failed_attempts_factor_check;
alter table merchants.failed_attempts add constraint failed_attempts_factor_check
  check (factor in ('sign_in_code', 'password_code', 'password', 'withdrawal_code', 'number_code'));

alter table merchants.merchants add column calendar text not null default 'gregorian'
  check (calendar in ('gregorian', 'both'));

-- A square of 160 pixels, as we drew it from what was sent.
create table merchants.pictures (
  merchant_id text primary key,
  webp bytea not null check (octet_length(webp) <= 40000),
  updated_at timestamptz not null
);
