-- The job that revokes a disconnected store's access has another name now. Jobs that still wait under the old one, which
-- nobody runs any more, are enqueued again under the new one; running twice is safe.

do $$
begin
  -- The job queue makes its own tables when the program starts for the first time.
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  insert into base.events (name, merchant_id, details, actor_kind, actor_id, published_at)
  select 'job.enqueued', null, jsonb_build_object(
    'job', 'stores-revoke-access', 'input', data, 'key', data ->> 'store_id'), 'system', null, now()
  from pgboss.job
  where name = 'stores-farewell' and state in ('created', 'retry', 'active');
  delete from pgboss.job where name = 'stores-farewell' and state in ('created', 'retry', 'active');
end
$$;

update base.events set details = jsonb_set(details, '{job}', '"stores-revoke-access"')
where name = 'job.enqueued' and details ->> 'job' = 'stores-farewell';
