-- The ads library: rows that staff keep, the merchants' own winners, what merchants note and collect, and the medians of a
-- sector whose stores share.

create schema library;

create table library.rows (
  id text primary key,
  reference text not null check (reference <> ''),
  -- The reference as fold() of base/shared/fold.ts writes it: two spellings of one reference are one row.
  reference_folded text not null unique,
  type text not null,
  link text,
  ad_day date,
  season text,
  style text,
  platform text,
  sector text,
  editor text not null default '',
  writer text not null default '',
  notes text not null default '',
  -- How the ad is built, without its wording.
  hook text,
  proof text,
  offer text,
  call_to_action text,
  -- What search finds, as fold() writes it.
  search_text text not null,
  -- The picture or video; null while none was uploaded.
  file_kind text,
  mime text,
  bytes bigint,
  width int,
  height int,
  seconds double precision,
  storage_key text,
  thumbnail_key text,
  -- Counts the uploads, so that a new file has another address.
  file_version int not null default 0,
  revision int not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint rows_file check ((storage_key is null) = (file_kind is null) and (storage_key is null) = (thumbnail_key is null))
);
create index rows_shown on library.rows (created_at desc, id desc) where archived_at is null;
create index rows_all on library.rows (created_at desc, id desc);

-- A merchant's own ads that proved themselves, with the figures by which they entered or were measured last.
create table library.winners (
  merchant_id text not null,
  ad_id text not null,
  campaign_id text not null,
  platform text not null,
  name text not null,
  search_text text not null,
  media_id text,
  media_kind text,
  call_to_action text not null,
  -- The merchant's own description of how it is built.
  hook text,
  proof text,
  offer text,
  days_run int not null,
  first_day date not null,
  last_day date not null,
  spend_halalas bigint not null,
  orders_delivered int not null,
  sales_delivered_halalas bigint not null,
  entered_at timestamptz not null,
  measured_at timestamptz not null,
  primary key (merchant_id, ad_id)
);
create index winners_shown on library.winners (merchant_id, entered_at desc, ad_id desc);

-- Merchants whose figures changed since their winners were looked for.
create table library.pending_merchants (
  merchant_id text primary key,
  changed_at timestamptz not null
);

create table library.collections (
  id text primary key,
  merchant_id text not null,
  name text not null,
  name_folded text not null,
  created_at timestamptz not null,
  unique (merchant_id, name_folded),
  unique (id, merchant_id)
);

-- What is in a collection: a library row or an own ad, by its id.
create table library.collected_items (
  merchant_id text not null,
  collection_id text not null,
  item_id text not null,
  added_at timestamptz not null,
  primary key (collection_id, item_id),
  foreign key (collection_id, merchant_id) references library.collections (id, merchant_id) on delete cascade
);
create index collected_items_of_item on library.collected_items (merchant_id, item_id);

create table library.notes (
  merchant_id text not null,
  item_id text not null,
  text text not null,
  updated_at timestamptz not null,
  primary key (merchant_id, item_id)
);

-- A merchant's sector, and since when their figures are in its medians; null while they are not shared.
create table library.sector_choices (
  merchant_id text primary key,
  sector text not null,
  shared_since timestamptz,
  changed_at timestamptz not null
);
create index sector_choices_sharing on library.sector_choices (sector, merchant_id) where shared_since is not null;

-- A sharing store's figures of one month, until the month is published or the store stops sharing.
create table library.shared_months (
  month date not null,
  sector text not null,
  merchant_id text not null,
  roas_delivered double precision not null,
  cost_per_delivered_halalas bigint not null,
  primary key (month, merchant_id)
);

-- How far the stores of a month were read, in the order of merchants.
create table library.sector_rounds (
  month date primary key,
  last_merchant_id text not null default '',
  published_at timestamptz
);

-- What is published of a sector's month. Never changed.
create table library.sector_medians (
  sector text not null,
  month date not null,
  -- A round number that the stores reach: 20, 50, 100 …
  stores_at_least int not null check (stores_at_least >= 20),
  roas_delivered double precision not null,
  cost_per_delivered_halalas bigint not null,
  published_at timestamptz not null,
  primary key (sector, month)
);

-- The stores in a sector's last medians: the next ones are of the same stores, or of several others.
create table library.sector_members (
  sector text not null,
  merchant_id text not null,
  primary key (sector, merchant_id)
);
