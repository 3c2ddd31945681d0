-- Every address that a page has or had: an old one leads to the present one, and one of a deleted page is used by no other.
create table landing_pages.addresses (
  slug text primary key check (slug ~ '^[a-z0-9-]{3,60}$'),
  merchant_id text not null,
  -- Null: the page was deleted.
  page_id text
);
create index addresses_page on landing_pages.addresses (merchant_id, page_id);
insert into landing_pages.addresses select slug, merchant_id, id from landing_pages.pages;

-- What a page was each time it was published after a change.
create table landing_pages.versions (
  merchant_id text not null,
  page_id text not null,
  number integer not null,
  language text not null check (language in ('ar', 'en')),
  content jsonb not null,
  published_at timestamptz not null,
  primary key (merchant_id, page_id, number),
  foreign key (merchant_id, page_id) references landing_pages.pages (merchant_id, id) on delete cascade
);

-- The version that visitors are sent. Null for pages that were published before there were versions: what they were made of
-- is known only where nothing was changed since.
alter table landing_pages.publications add column version integer;
insert into landing_pages.versions (merchant_id, page_id, number, language, content, published_at)
select merchant_id, page_id, 1, language,
  jsonb_build_object('headline', headline, 'introduction', introduction, 'blocks', blocks, 'colors', colors), published_at
from landing_pages.publications join landing_pages.pages
  using (merchant_id) where pages.id = page_id and pages.revision = publications.revision;
update landing_pages.publications set version = 1
from landing_pages.versions
where versions.merchant_id = publications.merchant_id and versions.page_id = publications.page_id;
