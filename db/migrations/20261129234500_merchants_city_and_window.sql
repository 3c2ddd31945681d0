-- What screens begin with for this merchant: the city whose prayer times count, and the days before an order in which a click
-- counts.
alter table merchants.merchants
  add column city text not null default 'riyadh',
  add column attribution_window_days integer not null default 28 check (attribution_window_days in (1, 7, 28));
