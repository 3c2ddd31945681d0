-- An hour is corrected several times after it was first told: room in its page keeps those rewrites off the indexes.
create or replace function reports.make_month(month_start date) returns void language plpgsql as $$
declare
  partition text := 'metric_hours_' || to_char(month_start, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(7204413);
  if to_regclass('reports.' || partition) is null then
    execute format(
      'create table reports.%I partition of reports.metric_hours for values from (%L) to (%L) with (fillfactor = 80)',
      partition, month_start::timestamp at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
  end if;
exception when check_violation then
  null;
end $$;

alter table reports.metric_hours_rest set (fillfactor = 80);
