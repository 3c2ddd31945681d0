-- Everything up to a position is read by one row, however much that is.
create table notifications.read_marks (
  merchant_id text primary key,
  position bigint not null,
  read_at timestamptz not null
);
-- Unread ones in the list's order: the bell counts here.
create index notifications_unread_list on notifications.notifications (merchant_id, position) where read_at is null;

-- The last event before this installation had notifications: what is not newer comes in read.
create table notifications.start (position bigint not null);
insert into notifications.start select coalesce(max(position), 0) from base.events;

alter table notifications.notifications
  -- How many campaigns it is about, beyond its subject; null where that says nothing.
  add column campaigns integer check (campaigns >= 0),
  -- Of the weekly note: spend beyond what its campaigns sold.
  add column wasted_halalas bigint check (wasted_halalas >= 0),
  -- Of the weekly note: which one thing to do.
  add column advice text;

-- Where the merchant wants a kind otherwise than by default.
create table notifications.channel_settings (
  merchant_id text not null,
  kind text not null,
  channel text not null check (channel in ('app', 'email')),
  is_on boolean not null,
  primary key (merchant_id, kind, channel)
);
insert into notifications.channel_settings select merchant_id, kind, 'app', false from notifications.muted_kinds;
drop table notifications.muted_kinds;

-- When a kind and subject went out last by a channel (system time): not again for hours.
create table notifications.sendings (
  merchant_id text not null,
  kind text not null,
  subject text not null,
  channel text not null,
  sent_at timestamptz not null,
  primary key (merchant_id, kind, subject, channel)
);
create index sendings_old on notifications.sendings (sent_at);

-- Weeks of which a merchant has had the note, by their first day (a Sunday).
create table notifications.weekly_notes (
  merchant_id text not null,
  week date not null,
  primary key (merchant_id, week)
);
create index weekly_notes_week on notifications.weekly_notes (week);

alter table messages.emails drop constraint emails_topic_check,
  add constraint emails_topic_check check (topic in ('email_code', 'report', 'notification'));
alter table messages.unsubscriptions drop constraint unsubscriptions_topic_check,
  add constraint unsubscriptions_topic_check check (topic in ('report', 'notification'));

-- Since when a store's webhooks have not come although its orders changed; told once.
alter table stores.stores add column webhooks_silent_since timestamptz;
create index orders_read on stores.orders (store_id, read_at);
create index webhook_deliveries_of_store on stores.webhook_deliveries (platform, external_store_id, received_at);
