-- A budget set on the platform that the wallet could not cover was put back unasked: the merchant is told what and when,
-- until their next wish.

alter table campaigns.campaigns
  add column put_back_halalas bigint check (put_back_halalas > 0),
  add column put_back_at timestamptz,
  add constraint campaigns_put_back_dated check ((put_back_halalas is null) = (put_back_at is null));
