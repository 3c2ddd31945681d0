-- Each subscription follows each lane by itself: lanes are handled side by side, and a merchant's events, always of one
-- lane, in order. An event's lane is set with its position.
alter table base.events add column lane int not null default 0;
update base.events set lane = hashtext(coalesce(merchant_id, details ->> 'job', '')) & 15 where position is not null;

alter table base.subscriptions add column lane int not null default 0 check (lane between 0 and 15);
alter table base.subscriptions drop constraint subscriptions_pkey;
alter table base.subscriptions add primary key (name, lane);
insert into base.subscriptions (name, lane, position, failures, retry_at)
  select name, other, position, failures, retry_at from base.subscriptions, generate_series(1, 15) other;

-- Setting the position writes a new entry in every index: three instead of six. The oldest are found by position.
drop index base.events_by_name;
drop index base.events_by_age;
drop index base.events_of_merchant;
alter table base.events drop constraint events_pkey;
create index events_of_lane on base.events (name, lane, position) where position is not null;
create index events_of_merchant on base.events (merchant_id, position) where position is not null and merchant_id is not null;
