-- Texts whose units are set aside until it is known what became of them.

create table billing.text_charges (
  merchant_id text not null,
  -- The key that the text has in the outbox.
  text_key text not null,
  reservation_id text not null references billing.stock_reservations (id),
  units int not null check (units > 0),
  -- What the vendor billed the text as, where it says so.
  parts int check (parts > 0),
  -- System time: a text that was sent and of which nothing more is heard by then counts as delivered.
  settle_at timestamptz,
  primary key (merchant_id, text_key)
);
create index text_charges_due on billing.text_charges (settle_at) where settle_at is not null;

-- Questions of rules are not counted, and long messages are counted by their parts: the packages say so.
update billing.packages set description_ar = 'رسائل التنبيه إلى جوالك وأرقامك الأخرى. تُحسب الرسالة بأجزائها: رسالة واحدة لكل 70 حرفًا عربيًا تقريبًا.',
  description_en = 'Alerts to your phone and your other numbers, counted by their parts: about 70 Arabic letters each.'
where id = 'pkg_sms_500' and description_en = 'Alerts and approvals to your phone and your team''s.';
update billing.packages set description_ar = 'رسائل التنبيه عبر واتساب.', description_en = 'Alerts on WhatsApp.'
where id = 'pkg_whatsapp_500' and description_en = 'Alerts and approvals on WhatsApp.';
