-- Notifications that a browser shows, for those who allow it.
alter table notifications.channel_settings drop constraint channel_settings_channel_check,
  add constraint channel_settings_channel_check check (channel in ('app', 'email', 'push', 'whatsapp', 'sms'));

-- The browsers of a merchant that take push messages.
create table notifications.push_devices (
  -- A hash of the endpoint: a browser has one subscription, of the merchant who allowed it last.
  id text primary key,
  merchant_id text not null,
  -- The session it was allowed in: signed out, nothing is shown there any more.
  session_id text not null,
  -- The browser and its system, as its owner knows them.
  name text not null,
  endpoint text not null,
  p256dh text not null,
  -- Sealed: with it one could write to the browser in our name.
  sealed_auth text not null,
  -- The key it was subscribed with: the service takes messages of no other.
  vapid_public_key text not null,
  -- System time.
  created_at timestamptz not null
);
create index push_devices_of_merchant on notifications.push_devices (merchant_id, created_at);

-- The product's own keys for push services, where no setting names them: one row, made once.
create table notifications.vapid_keys (
  is_only boolean primary key check (is_only),
  public_key text not null,
  sealed_private_key text not null
);
