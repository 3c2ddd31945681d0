-- When what can wait does not go to a merchant's phone; without a row from eleven in the evening to eight in the morning.
create table notifications.quiet_hours (
  merchant_id text primary key,
  -- Hours of the day in Riyadh; both null: there are none.
  from_hour int check (from_hour between 0 and 23),
  to_hour int check (to_hour between 0 and 23),
  updated_at timestamptz not null,
  check ((from_hour is null) = (to_hour is null) and from_hour is distinct from to_hour or from_hour is null)
);
