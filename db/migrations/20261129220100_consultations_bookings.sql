-- The booking of an order's meeting at a calendar's vendor; null where our staff confirmed the time by hand.
alter table consultations.orders
  add column booking_vendor text check (booking_vendor in ('calcom', 'calendly')),
  -- The vendor's name of the booking that counts: a moved one has another.
  add column booking_uid text,
  -- Vendor time of the last change that was applied: an older one is not applied after it.
  add column booking_changed_at timestamptz,
  -- Where the merchant moves it.
  add column move_url text,
  add constraint orders_booking check ((booking_vendor is null) = (booking_uid is null));
