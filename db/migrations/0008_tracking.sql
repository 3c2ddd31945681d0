-- Tracking links, the clicks on them, and the orders that clicks brought.

create schema tracking;

create table tracking.links (
  id text primary key check (id ~ '^[1-9][0-9]{7}$'),
  merchant_id text not null,
  ad_id text not null,
  ad_group_id text not null,
  campaign_id text not null,
  platform text not null,
  destination text not null check (destination ~ '^https?://[!-~]+$'),
  created_at timestamptz not null,
  stopped_at timestamptz,
  -- One ad, one link, however often it is asked for.
  unique (merchant_id, ad_id)
);
create index links_of_merchant on tracking.links (merchant_id, created_at desc, id desc);
create index links_of_campaign on tracking.links (merchant_id, campaign_id);

-- Raw facts, kept as they came, so that a better rule can tell machines from people again. No foreign key to the
-- link: a click is written only for a link just read, links are never deleted, and the check would make every click on
-- one hot link queue for the same row.
create table tracking.clicks (
  merchant_id text not null,
  clicked_at timestamptz not null,
  click_id text not null check (length(click_id) = 22),
  link_id text not null,
  campaign_id text not null,
  ad_group_id text not null,
  ad_id text not null,
  method text not null,
  -- Keyed hash under a salt that changes daily; the address itself is not kept.
  address_hash text not null,
  user_agent text not null,
  referrer_host text not null,
  accept_language text not null,
  -- What a browser says when it looks ahead rather than visits ("prefetch").
  purpose text not null,
  -- How many clicks this address and browser had made on this link in the same minute, this one included.
  nth_in_minute smallint not null,
  visitor text not null check (visitor in ('person', 'machine')),
  why text not null,
  rule_version smallint not null,
  primary key (merchant_id, clicked_at, click_id)
) partition by range (clicked_at);
-- The net below the months that are made ahead.
create table tracking.clicks_elsewhere partition of tracking.clicks default;

create table tracking.click_days (
  merchant_id text not null,
  day date not null,
  campaign_id text not null,
  ad_id text not null,
  people int not null default 0 check (people >= 0),
  machines int not null default 0 check (machines >= 0),
  primary key (merchant_id, campaign_id, ad_id, day)
);
-- Rows are rewritten with every flush; room in the page keeps those rewrites off the index.
alter table tracking.click_days set (fillfactor = 50);

-- Each rule that tells machines from people restates the clicks before it once, and says how many it moved.
create table tracking.restatements (
  rule_version smallint primary key,
  clicks_moved bigint not null,
  finished_at timestamptz not null
);

-- An order and the click that brought it. Two witnesses may speak: the click id it carries and the coupon it used.
create table tracking.attributions (
  order_id text primary key,
  merchant_id text not null,
  store_id text not null,
  witness text not null check (witness in ('click_id', 'coupon', 'both', 'conflict', 'none')),
  click_id text,
  clicked_at timestamptz,
  link_id text references tracking.links,
  campaign_id text,
  ad_group_id text,
  ad_id text,
  coupon_code text,
  coupon_campaign_id text,
  attributed_at timestamptz not null,
  check ((witness in ('click_id', 'both', 'conflict')) = (link_id is not null))
);
create index attributions_of_campaign on tracking.attributions (merchant_id, campaign_id, attributed_at desc);
create index attributions_of_link on tracking.attributions (link_id);
