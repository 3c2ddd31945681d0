-- Addresses of our own that a merchant's ads may lead to, beside those of their stores: their landing pages.
create table stores.landing_addresses (
  merchant_id text not null,
  address text not null,
  primary key (merchant_id, address)
);

-- Pages that sell one product of a merchant's store. Keyed by merchant; ids grow with time, and lists go by them.
create schema landing_pages;

create table landing_pages.pages (
  merchant_id text not null,
  id text not null,
  -- Its public address is /p/{slug}.
  slug text not null check (slug ~ '^[a-z0-9-]{3,60}$'),
  language text not null check (language in ('ar', 'en')),
  product_id text not null,
  product_name text not null,
  -- What the merchant writes; empty: the product's name, and no introduction.
  headline text not null,
  introduction text not null,
  status text not null check (status in ('draft', 'published', 'unpublished')),
  -- Grows with every change, so that two tabs do not overwrite each other.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint pages_slug unique (slug)
);

-- What visitors are sent, as it was drawn when the page was published.
create table landing_pages.publications (
  merchant_id text not null,
  page_id text not null,
  -- The whole page; a mark stands where the visitor's click id goes.
  html text not null,
  -- The product's page in its store.
  order_url text not null,
  -- The revision that was drawn.
  revision integer not null,
  published_at timestamptz not null,
  primary key (merchant_id, page_id),
  foreign key (merchant_id, page_id) references landing_pages.pages (merchant_id, id) on delete cascade
);

-- The product's picture in the sizes that the page shows; `version` is of its bytes.
create table landing_pages.pictures (
  merchant_id text not null,
  page_id text not null,
  version text not null,
  width integer not null,
  format text not null check (format in ('avif', 'webp')),
  height integer not null,
  bytes bytea not null,
  primary key (merchant_id, page_id, width, format),
  foreign key (merchant_id, page_id) references landing_pages.pages (merchant_id, id) on delete cascade
);
