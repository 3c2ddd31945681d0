-- When each ad account is polled next, by the system clock: workers take what is due straight from here, so a poll needs no
-- event and no job. 'infinity' while a worker has it, until `claimed_until` at the latest.
create table figures.poll_schedule (
  ad_account_id text primary key,
  merchant_id text not null,
  platform text not null,
  due_at timestamptz not null,
  claimed_until timestamptz,
  -- When the last poll ended, and how it has gone is in account_polls.
  polled_at timestamptz
) with (fillfactor = 70);
create index poll_schedule_due on figures.poll_schedule (platform, due_at);
create index poll_schedule_claimed on figures.poll_schedule (claimed_until) where claimed_until is not null;

insert into figures.poll_schedule (ad_account_id, merchant_id, platform, due_at)
  select distinct on (ad_account_id) ad_account_id, merchant_id, platform, now()
  from figures.campaigns where platform_id is not null and may_spend_since is not null;
