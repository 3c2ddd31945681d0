-- Licences that allow what the ad law forbids without one: a discount, a prize draw, an ad with a content creator.
create table campaigns.ad_licences (
  merchant_id text not null,
  id text not null,
  kind text not null check (kind in ('discount', 'prize_draw', 'creator')),
  number text not null check (length(number) between 4 and 40),
  -- As it is compared: a number is recorded once for its kind, however it is spelled.
  number_folded text not null,
  -- Riyadh days, the first and the last on which it is valid.
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index ad_licences_number on campaigns.ad_licences (merchant_id, kind, number_folded);
