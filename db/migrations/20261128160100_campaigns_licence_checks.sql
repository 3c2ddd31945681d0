-- When a licence of a merchant ends, the running campaigns that need it are paused, and a warning comes before.
create table campaigns.licence_checks (
  merchant_id text primary key,
  -- Business time, in whole milliseconds: the next end or warning, or the moment of a change of a licence.
  due_at timestamptz not null
);
create index licence_checks_due on campaigns.licence_checks (due_at);
-- Licences that were recorded before are looked at once.
insert into campaigns.licence_checks (merchant_id, due_at)
select distinct merchant_id, timestamptz '2026-11-28 00:00:00Z' from campaigns.ad_licences;

alter table campaigns.campaigns drop constraint campaigns_status_reason_check;
alter table campaigns.campaigns add constraint campaigns_status_reason_check
  check (status_reason in ('merchant', 'money', 'ended', 'store', 'rule', 'licence'));
