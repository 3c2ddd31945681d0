-- The other half of a page that is tried out: its content beside the page's own. Both are in the same language.
alter table landing_pages.pages add column other_half jsonb;
alter table landing_pages.versions add column other_half jsonb;
alter table landing_pages.publications add column other_html text;

-- Views of a page and taps on its order button by Riyadh day, those of programs apart. No row of a visitor is kept.
create table landing_pages.visit_days (
  merchant_id text not null,
  page_id text not null,
  day date not null,
  views integer not null default 0,
  taps integer not null default 0,
  bot_views integer not null default 0,
  bot_taps integer not null default 0,
  primary key (merchant_id, page_id, day)
);

-- Visitors who were shown a half of a version, and those of them who tapped its order button; each counts once.
create table landing_pages.half_visits (
  merchant_id text not null,
  page_id text not null,
  version integer not null,
  half text not null check (half in ('a', 'b')),
  visitors integer not null default 0,
  tapped integer not null default 0,
  primary key (merchant_id, page_id, version, half)
);
