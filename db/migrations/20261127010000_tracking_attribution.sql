-- Two witnesses of an order: the click whose id it carries, and the coupon that a campaign owns.

-- A code belongs to one campaign at a time; its former owners stay as rows that have ended.
create table tracking.coupons (
  id text primary key,
  merchant_id text not null,
  campaign_id text not null,
  store_id text not null,
  -- As it is shown, and folded as codes are compared.
  code text not null,
  code_key text not null check (code_key <> ''),
  -- Created: by us, through the store's API. Typed: the merchant made it in the store.
  source text not null check (source in ('created', 'typed')),
  percent smallint check (percent between 1 and 100),
  ends_on date,
  status text not null check (status in ('creating', 'active', 'rejected', 'stopping', 'stopped')),
  -- The store's own id of a code that we created.
  external_id text,
  rejection text check (rejection in ('code_taken', 'scope_missing', 'not_connected', 'refused')),
  -- When it was sent to the store: a lost answer is looked up before anything is repeated. System clock.
  sent_at timestamptz,
  owned_from timestamptz not null,
  owned_until timestamptz check (owned_until >= owned_from),
  check ((source = 'created') = (percent is not null and ends_on is not null)),
  check ((status in ('creating', 'active')) = (owned_until is null))
);
create unique index coupons_owner on tracking.coupons (merchant_id, store_id, code_key) where owned_until is null;
create index coupons_of_campaign on tracking.coupons (merchant_id, campaign_id, owned_from desc, id desc);
create index coupons_of_code on tracking.coupons (merchant_id, store_id, code_key, owned_from);

-- Uses of a campaign's coupon by Riyadh day: its own history is what a sudden number is compared with.
create table tracking.coupon_days (
  merchant_id text not null,
  coupon_id text not null,
  day date not null,
  uses int not null default 0,
  uses_without_click int not null default 0,
  primary key (merchant_id, coupon_id, day)
);

-- A day on which a coupon was used without clicks more often than its history explains, with the numbers.
create table tracking.coupon_leaks (
  merchant_id text not null,
  coupon_id text not null,
  day date not null,
  uses_without_click int not null,
  expected_uses double precision not null,
  probability double precision not null,
  flagged_at timestamptz not null,
  primary key (merchant_id, coupon_id, day)
);

-- What a click says of its visitor beyond the request: see domain/visitor.ts.
alter table tracking.clicks
  -- Keyed hash of a random first-party id and the merchant; empty where the browser has none.
  add column visitor_key text not null default '',
  -- Decided from the address at the click; the address itself is not kept.
  add column network text not null default '' check (network in ('', 'data_centre')),
  -- Different links that this address and browser had opened within two seconds, this one included.
  add column links_at_once smallint not null default 1,
  -- When the store's own page reported that this click opened it.
  add column page_opened_at timestamptz,
  -- Clicks of this address and browser on this link that day, where its pages report and none of these opened one.
  add column unopened_visits smallint not null default 0;
create index clicks_opened on tracking.clicks (merchant_id, clicked_at) where page_opened_at is not null;
create index clicks_of_visitor on tracking.clicks (merchant_id, visitor_key, clicked_at) where visitor_key <> '';

-- Every counted order has a row now, also one that nothing proves.
alter table tracking.attributions
  add column coupon_id text,
  add column placed_at timestamptz,
  -- What the order was attributed by; the same again changes nothing.
  add column basis text not null default '',
  -- What the order adds to the days below.
  add column placed_on date,
  add column orders_placed int not null default 0,
  add column sales_placed_halalas bigint not null default 0,
  add column orders_delivered int not null default 0,
  add column sales_delivered_halalas bigint not null default 0;
create index attributions_of_coupon on tracking.attributions (merchant_id, coupon_id, placed_at desc)
  where coupon_id is not null;

-- Which ad an order is credited to under each model and window. The key is the guarantee that an order counts once.
create table tracking.order_credits (
  merchant_id text not null,
  order_id text not null,
  model text not null check (model in ('first_click', 'last_click')),
  window_days smallint not null check (window_days in (1, 7, 28)),
  placed_on date not null,
  store_id text not null,
  witness text not null check (witness in ('click_id', 'coupon', 'both', 'conflict', 'none')),
  -- Empty where nothing is proven: a coupon proves a campaign, not an ad.
  campaign_id text not null,
  ad_group_id text not null,
  ad_id text not null,
  click_id text,
  primary key (merchant_id, order_id, model, window_days),
  check ((witness = 'none') = (campaign_id = ''))
);
create index order_credits_by_day on tracking.order_credits (merchant_id, model, window_days, placed_on desc, order_id desc);
create index order_credits_of_campaign on tracking.order_credits
  (merchant_id, campaign_id, model, window_days, placed_on desc, order_id desc) where campaign_id <> '';
create index order_credits_of_click on tracking.order_credits (merchant_id, click_id) where click_id is not null;

-- The roll-up that reports read, kept as orders are attributed.
create table tracking.attribution_days (
  merchant_id text not null,
  day date not null,
  model text not null,
  window_days smallint not null,
  campaign_id text not null,
  ad_group_id text not null,
  ad_id text not null,
  store_id text not null,
  witness text not null,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  primary key (merchant_id, model, window_days, day, campaign_id, ad_group_id, ad_id, store_id, witness)
);

-- Each version of the rules for bots restates the clicks before it once for each merchant, and says how many it moved.
drop table tracking.restatements;
create table tracking.restatements (
  merchant_id text not null,
  rule_version smallint not null,
  clicks_read bigint not null default 0,
  clicks_moved bigint not null default 0,
  -- Of those moved: from people to bots. The others went the other way.
  moved_to_bots bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- The last click that was read.
  reached_at timestamptz,
  reached_id text not null default '',
  -- The Riyadh days whose numbers changed.
  first_day date,
  last_day date,
  primary key (merchant_id, rule_version)
);
create index restatements_open on tracking.restatements (rule_version, merchant_id) where finished_at is null;
