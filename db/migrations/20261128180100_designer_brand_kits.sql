-- What a merchant's designs look like: colours, font, logo, and phrases that are never written.
create table designer.brand_kits (
  merchant_id text primary key,
  main_color text,
  soft_color text,
  accent_color text,
  font text,
  phrases text[] not null default '{}',
  -- In the object storage; its width for a height of one.
  logo_key text,
  logo_ratio double precision,
  updated_at timestamptz not null,
  check ((logo_key is null) = (logo_ratio is null)),
  check ((main_color is null) = (soft_color is null) and (main_color is null) = (accent_color is null))
);

-- The logo that a request's designs carry; another one of the kit later changes none of them.
alter table designer.requests add column logo_key text;
create index requests_logo_key on designer.requests (merchant_id, logo_key) where logo_key is not null;
