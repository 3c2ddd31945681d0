-- What a ceiling of the caller's own bounds does not count to the merchant's day of texts, and is not stopped by it.
alter table messages.texts add column is_exempt boolean not null default false;
update messages.texts set is_exempt = true where template = 'number_code';
alter table messages.texts alter column is_exempt drop default;
drop index messages.texts_by_day;
create index texts_by_day on messages.texts (merchant_id, queued_at) where not is_exempt;

-- What became of the text about it: null where none was to go.
alter table notifications.notifications add column text_outcome text check (text_outcome in ('queued', 'over_limit'));
alter table rules.questions add column text_outcome text check (text_outcome in ('queued', 'over_limit'));
-- Of a sent message: the further numbers that the day's ceiling left out.
alter table rules.communication_evaluations
  add column numbers_left_out integer not null default 0 check (numbers_left_out >= 0);
alter table rules.communication_evaluations alter column numbers_left_out drop default;
