-- Designs of ads' pictures. Keyed by merchant; ids grow with time, and lists go by them.
create schema designer;

-- What designs were made from; the photograph's bytes are in the object storage.
create table designer.requests (
  merchant_id text not null,
  id text not null,
  -- Made by the browser: sent again with it, the same designs come back and are paid once.
  request_key text not null,
  -- Of everything that was requested, so that a key is not used for another request.
  request_hash text not null,
  product_id text not null,
  product_name text not null,
  store_name text not null,
  style text not null,
  season text,
  seed integer not null,
  picture_key text not null,
  picture_sha256 text not null,
  -- Counted against the merchant's stock.
  pictures integer not null check (pictures > 0),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint requests_request_key unique (merchant_id, request_key)
);

create table designer.designs (
  merchant_id text not null,
  id text not null,
  request_id text not null,
  number integer not null check (number > 0),
  layout text not null,
  language text not null check (language in ('ar', 'en')),
  -- The sizes that it is made in, the first one first shown.
  placements text[] not null check (cardinality(placements) > 0),
  -- The layers of each placement, from the lowest to the highest.
  sizes jsonb not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint designs_number unique (merchant_id, request_id, number),
  foreign key (merchant_id, request_id) references designer.requests (merchant_id, id)
);
