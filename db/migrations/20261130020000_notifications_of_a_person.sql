-- Notifications are a person's: each member of a team has their own rows, read marks, channels and quiet hours. What was
-- there is the owner's, who is the person with the merchant's id.
alter table notifications.notifications add column person_id text;
update notifications.notifications set person_id = merchant_id;
alter table notifications.notifications alter column person_id set not null;
alter table notifications.notifications drop constraint notifications_position;
alter table notifications.notifications
  add constraint notifications_position unique (merchant_id, person_id, position);
drop index notifications.notifications_unread;
drop index notifications.notifications_unread_list;
drop index notifications.notifications_level;
-- Unread ones of the same kind and subject are one row of a person.
create unique index notifications_unread on notifications.notifications (merchant_id, person_id, kind, subject)
  where read_at is null;
-- Unread ones in the list's order: the bell counts here.
create index notifications_unread_list on notifications.notifications (merchant_id, person_id, position)
  where read_at is null;
create index notifications_level on notifications.notifications (merchant_id, person_id, level, position);

alter table notifications.read_marks add column person_id text;
update notifications.read_marks set person_id = merchant_id;
alter table notifications.read_marks drop constraint read_marks_pkey, add primary key (merchant_id, person_id);

alter table notifications.channel_settings add column person_id text;
update notifications.channel_settings set person_id = merchant_id;
alter table notifications.channel_settings drop constraint channel_settings_pkey,
  add primary key (merchant_id, person_id, kind, channel);

alter table notifications.sendings add column person_id text;
update notifications.sendings set person_id = merchant_id;
alter table notifications.sendings drop constraint sendings_pkey,
  add primary key (merchant_id, person_id, kind, subject, channel);

-- A phone and its nights, and a browser, are the person's wherever they work.
alter table notifications.quiet_hours rename column merchant_id to person_id;
alter table notifications.push_devices rename column merchant_id to person_id;
update notifications.push_devices d set person_id = s.merchant_id from merchants.sessions s where s.id = d.session_id;
alter index notifications.push_devices_of_merchant rename to push_devices_of_person;
create index push_devices_of_session on notifications.push_devices (session_id);
