-- What happened to a merchant's money, campaigns and connections, told to them. Keyed by merchant and time.
create schema notifications;

create table notifications.notifications (
  merchant_id text not null,
  id text not null,
  kind text not null,
  level text not null check (level in ('act_now', 'today', 'weekly')),
  -- What it is about, such as a campaign's id; empty when about the merchant.
  subject text not null,
  -- The event that said so last: the list's order, and the same event is never told twice.
  position bigint not null,
  amount_halalas bigint,
  day date,
  -- How often it happened while it was unread.
  times integer not null default 1 check (times > 0),
  -- System time, as every instant of this table.
  happened_at timestamptz not null,
  read_at timestamptz,
  primary key (merchant_id, id),
  constraint notifications_position unique (merchant_id, position)
);
-- Unread ones of the same kind and subject are one row; the bell counts in this index.
create unique index notifications_unread on notifications.notifications (merchant_id, kind, subject)
  where read_at is null;
create index notifications_level on notifications.notifications (merchant_id, level, position);
create index notifications_age on notifications.notifications (happened_at);

create table notifications.muted_kinds (
  merchant_id text not null,
  kind text not null,
  primary key (merchant_id, kind)
);
