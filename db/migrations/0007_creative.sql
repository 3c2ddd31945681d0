-- Media a merchant has uploaded. The bytes lie in object storage under storage_key; here stands what was found in them.

create schema creative;

create table creative.media (
  id text primary key,
  merchant_id text not null,
  kind text not null check (kind in ('image', 'video', 'animated_image')),
  mime text not null,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Of the stored bytes (metadata already removed): the same picture twice is one row.
  sha256 text not null check (length(sha256) = 64),
  storage_key text not null unique,
  thumbnail_key text not null unique,
  created_at timestamptz not null,
  unique (id, merchant_id),
  unique (merchant_id, sha256)
);
create index media_of_merchant on creative.media (merchant_id, id);

-- Bytes a merchant has stored or reserved for uploads under way; the check is the quota's last word.
create table creative.usage (
  merchant_id text primary key,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0)
);
