-- The hours of the week at which a campaign's ads are shown, in Riyadh time: one character an hour from Sunday midnight on.
-- Null: always. A plan without any hour would never run.

alter table campaigns.campaigns add column hours text
  check (hours ~ '^[01]{168}$' and position('1' in hours) > 0);
