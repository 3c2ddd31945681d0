-- Drafts that the product prepares before a season: one for each merchant and season, also when it was dismissed, so that
-- it is not prepared again. Keyed by merchant.

create table campaigns.season_drafts (
  merchant_id text not null,
  -- "ramadan:1448", "white_friday:2026".
  season text not null,
  starts_on date not null,
  ends_on date not null,
  -- The draft; it may have been deleted or become a campaign since.
  draft_id text not null,
  -- For the whole season, from what the merchant spent a day before.
  total_halalas bigint not null check (total_halalas > 0),
  created_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (merchant_id, season)
);

-- Merchants who want no such drafts.
create table campaigns.season_draft_refusals (
  merchant_id text primary key,
  refused_at timestamptz not null
);

-- The round of each season that is under way or done: where it stopped, by merchant.
create table campaigns.season_rounds (
  season text primary key,
  last_merchant_id text not null,
  finished_at timestamptz
);
