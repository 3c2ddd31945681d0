-- Notifications by WhatsApp and SMS too.
alter table notifications.channel_settings drop constraint channel_settings_channel_check,
  add constraint channel_settings_channel_check check (channel in ('app', 'email', 'whatsapp', 'sms'));
