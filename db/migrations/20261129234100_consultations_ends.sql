-- Orders that nobody ends are found by their id, page by page; their consultants are written to.
create index orders_unended on consultations.orders (id) where payment_state = 'held';

alter table messages.emails drop constraint emails_topic_check,
  add constraint emails_topic_check check (topic in ('email_code', 'report', 'notification', 'consultation'));
