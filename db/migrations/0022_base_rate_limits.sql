-- How often something was done in a window of time, by whatever key its owner chooses: one home for every limit by hour.

create table base.rate_limits (
  key text not null check (length(key) between 1 and 300),
  window_ends_at timestamptz not null,
  used int not null check (used > 0),
  primary key (key, window_ends_at)
);
create index rate_limits_by_age on base.rate_limits (window_ends_at);
