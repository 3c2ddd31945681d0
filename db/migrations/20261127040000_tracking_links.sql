-- Links made by hand beside those of ads: what each is for, its own UTM tags, expiry, own domains, and what it brought.

alter table tracking.links
  add column origin text not null default 'ad' check (origin in ('ad', 'manual')),
  -- What the merchant calls it; of an ad's link the ad's name.
  add column name text not null default '',
  add column project_name text not null default '',
  -- Name, project and ids as they are searched: Arabic letters folded, lower case.
  add column search_text text not null default '',
  add column tags text[] not null default '{}',
  -- The UTM tags of a link made by hand; null are those of its platform.
  add column utm_source text,
  add column utm_medium text,
  add column utm_campaign text,
  add column utm_content text,
  add column expires_at timestamptz,
  -- Our staff stopped it after a report of abuse; the merchant cannot put it to use again.
  add column blocked_at timestamptz,
  add column blocked_reason text,
  -- The merchant's own host that its address carries; null is ours.
  add column domain_id text,
  add constraint links_blocked_reason check ((blocked_at is null) = (blocked_reason is null));
update tracking.links set search_text = lower(id || ' ' || campaign_id || ' ' || ad_group_id || ' ' || ad_id);
-- One ad has one link; those made by hand may name the same ad.
alter table tracking.links drop constraint links_merchant_id_ad_id_key;
create unique index links_of_ad on tracking.links (merchant_id, ad_id) where origin = 'ad';
create index links_by_name on tracking.links (merchant_id, search_text, id);
create index links_by_tag on tracking.links using gin (tags) where tags <> '{}';

-- What a click says about its visitor in words: decided at the click, because the address is not kept.
alter table tracking.clicks
  -- A city's key in our gazetteer, 'country:ae' elsewhere in the Gulf, empty where unknown.
  add column city text not null default '',
  add column device text not null default '',
  -- The app whose browser opened the link; empty for a browser of its own.
  add column app text not null default '';

-- Roll-ups of a link's clicks, kept as clicks are stored. Rows are rewritten with every flush.
create table tracking.link_hours (
  merchant_id text not null,
  link_id text not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  valid_clicks int not null default 0 check (valid_clicks >= 0),
  bot_clicks int not null default 0 check (bot_clicks >= 0),
  first_click_at timestamptz not null,
  last_click_at timestamptz not null,
  primary key (merchant_id, link_id, day, hour)
) with (fillfactor = 50);
create index link_hours_by_day on tracking.link_hours (merchant_id, day);
create table tracking.link_visitors (
  merchant_id text not null,
  link_id text not null,
  day date not null,
  city text not null,
  device text not null,
  app text not null,
  referrer_host text not null,
  valid_clicks int not null default 0 check (valid_clicks >= 0),
  bot_clicks int not null default 0 check (bot_clicks >= 0),
  primary key (merchant_id, link_id, day, city, device, app, referrer_host)
) with (fillfactor = 50);
insert into tracking.link_hours
  select merchant_id, link_id, (clicked_at at time zone 'Asia/Riyadh')::date,
    extract(hour from clicked_at at time zone 'Asia/Riyadh'), count(*) filter (where visitor = 'person'),
    count(*) filter (where visitor = 'bot'), min(clicked_at), max(clicked_at)
  from tracking.clicks group by 1, 2, 3, 4;
insert into tracking.link_visitors
  select merchant_id, link_id, (clicked_at at time zone 'Asia/Riyadh')::date, '', '', '', referrer_host,
    count(*) filter (where visitor = 'person'), count(*) filter (where visitor = 'bot')
  from tracking.clicks group by 1, 2, 3, 7;

-- What each order that a link brought adds to its Riyadh day; a change of the order replaces it.
create table tracking.link_orders (
  order_id text primary key,
  merchant_id text not null,
  link_id text not null,
  day date not null,
  orders_placed int not null,
  sales_placed_halalas bigint not null,
  orders_delivered int not null,
  sales_delivered_halalas bigint not null
);
create index link_orders_of_link on tracking.link_orders (merchant_id, link_id, day);
create index link_orders_by_day on tracking.link_orders (merchant_id, day);
insert into tracking.link_orders
  select orders.id, orders.merchant_id, attributions.link_id, (orders.placed_at at time zone 'Asia/Riyadh')::date, 1,
    orders.total_halalas,
    case when orders.status = 'delivered'
      or (orders.status = 'refunded' and orders.total_halalas > orders.refunded_halalas) then 1 else 0 end,
    case when orders.status in ('delivered', 'refunded') then orders.total_halalas - orders.refunded_halalas else 0 end
  from tracking.attributions join stores.orders on orders.id = attributions.order_id
    and orders.merchant_id = attributions.merchant_id join stores.stores on stores.id = orders.store_id
  where attributions.link_id is not null and orders.status not in ('unpaid', 'cancelled')
    and (orders.is_confirmed or stores.counts_unconfirmed);

-- Whether the pages that links lead to still answer: one row for each page of a merchant, however many links it has.
create table tracking.destinations (
  merchant_id text not null,
  -- md5 of the address, which may be longer than an index takes.
  key text not null,
  destination text not null,
  state text not null default 'unknown'
    check (state in ('unknown', 'works', 'no_answer', 'page_missing', 'other_site', 'off_sale')),
  http_status smallint,
  checked_at timestamptz,
  failing_since timestamptz,
  due_at timestamptz not null,
  primary key (merchant_id, key)
);
create index destinations_due on tracking.destinations (merchant_id, due_at);
insert into tracking.destinations (merchant_id, key, destination, due_at)
  select distinct merchant_id, md5(destination), destination, now() from tracking.links;
-- When a merchant's destinations are checked next: merchants take turns, however many each has.
create table tracking.destination_turns (
  merchant_id text primary key,
  due_at timestamptz not null
);
create index destination_turns_due on tracking.destination_turns (due_at);
insert into tracking.destination_turns select distinct merchant_id, now() from tracking.destinations;

-- The product on a page, found by its address in any of the forms that shops write it in.
create index products_by_url on stores.products (merchant_id, md5(url)) where url is not null;

-- Merchants' own hosts for their links. A CNAME to a name made for this row proves the host.
create table tracking.domains (
  id text primary key,
  merchant_id text not null,
  host text not null,
  token text not null unique,
  status text not null check (status in ('pending', 'verified', 'lost')),
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  due_at timestamptz not null,
  unique (merchant_id, host)
);
-- A host serves one merchant.
create unique index domains_verified on tracking.domains (host) where status = 'verified';
create index domains_due on tracking.domains (due_at);

-- The picture in the middle of a merchant's QR codes, as a square PNG.
create table tracking.qr_logos (
  merchant_id text primary key,
  png bytea not null,
  changed_at timestamptz not null
);

-- Rows of lists that merchants pasted, while an operation makes links of them.
create table tracking.link_rows (
  id text primary key,
  merchant_id text not null,
  number int not null,
  -- What was typed, in the contract's form.
  fields jsonb not null,
  created_at timestamptz not null
);
create index link_rows_old on tracking.link_rows (created_at);

-- Anybody may report a link.
create table tracking.abuse_reports (
  id text primary key,
  link_id text not null references tracking.links,
  merchant_id text not null,
  reason text not null check (reason in ('fraud', 'illegal', 'spam', 'other')),
  details text not null,
  -- How to reach the reporter, when they say so.
  contact text not null,
  reported_at timestamptz not null,
  handled_at timestamptz,
  handled_by text,
  outcome text check (outcome in ('blocked', 'dismissed')),
  check ((handled_at is null) = (outcome is null))
);
create index abuse_reports_open on tracking.abuse_reports (reported_at, id) where handled_at is null;
create index abuse_reports_of_link on tracking.abuse_reports (link_id);
