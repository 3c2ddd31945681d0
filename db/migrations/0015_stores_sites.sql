-- Sites on no platform we know: how their merchant proves that they are theirs, and the key of their pixel.

create table stores.sites (
  id text primary key,
  merchant_id text not null,
  -- https://noura.sa/shop, as tidied; host and path are the site's own.
  address text not null check (address ~ '^https?://'),
  -- What must stand on the page or in the name's records. Everybody may see it: it proves by where it stands.
  proof_token text not null,
  -- Names the site to the pixel; public as well.
  pixel_key text not null unique,
  -- Signs what the merchant's own server tells of orders, sealed.
  signing_key_sealed text not null,
  proven_by text check (proven_by in ('meta', 'dns')),
  proven_at timestamptz,
  -- When the pixel was last seen on the page or heard of.
  pixel_seen_at timestamptz,
  store_id text references stores.stores,
  created_at timestamptz not null,
  unique (merchant_id, address),
  check ((proven_by is null) = (proven_at is null) and (proven_by is null) = (store_id is null))
);
create index sites_of_merchant on stores.sites (merchant_id, created_at desc);
