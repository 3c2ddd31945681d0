-- Schema base: names of events, subscriptions, dead letters and idempotency keys. No view, function or trigger names these columns.

alter table base.events rename column announced_at to published_at;

alter table base.listeners rename to subscriptions;
alter index base.listeners_pkey rename to subscriptions_pkey;

alter table base.dead_letters rename column listener to subscription;
alter table base.dead_letters rename column buried_at to created_at;

alter table base.idempotency_keys rename column answer to response;

-- Jobs that were asked for and not yet handed to the queue must still be found under the new name.
update base.events set name = 'job.enqueued' where name = 'job.wanted';
update base.dead_letters set event_name = 'job.enqueued' where event_name = 'job.wanted';
