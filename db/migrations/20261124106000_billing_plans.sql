-- Plans in versions, subscriptions and their periods. Amounts are halalas with VAT.

create schema billing;

-- What can be subscribed to. The terms stand in versions: a version that was sold never changes.
create table billing.plans (
  code text primary key check (code ~ '^[a-z][a-z0-9_]{1,30}$'),
  -- From the smallest plan to the largest: what is an upgrade follows it.
  position int not null unique,
  -- False: nobody new subscribes; who has it keeps it.
  is_offered boolean not null default true,
  -- The plan that the free trial opens.
  is_trial boolean not null default false
);
create unique index plans_one_trial on billing.plans (is_trial) where is_trial;

create table billing.plan_versions (
  id text primary key,
  plan_code text not null references billing.plans (code),
  version int not null check (version > 0),
  name_ar text not null,
  name_en text not null,
  description_ar text not null,
  description_en text not null,
  -- The price of a whole period with VAT, by its length.
  price_1_halalas bigint not null check (price_1_halalas > 0),
  price_3_halalas bigint not null check (price_3_halalas > 0),
  price_6_halalas bigint not null check (price_6_halalas > 0),
  price_12_halalas bigint not null check (price_12_halalas > 0),
  -- What it opens, a month; null is without limit, 0 is closed.
  writer_words int check (writer_words >= 0),
  designer_pictures int check (designer_pictures >= 0),
  rules int check (rules >= 0),
  messages int check (messages >= 0),
  ai_campaigns int check (ai_campaigns >= 0),
  members int check (members >= 0),
  landing_pages int check (landing_pages >= 0),
  created_at timestamptz not null,
  -- The staff member who made it; null for those that came with the product.
  created_by text,
  unique (plan_code, version)
);

create function billing.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed', tg_table_schema, tg_table_name;
end $$;
create trigger plan_versions_append_only before update or delete on billing.plan_versions
  for each row execute function billing.refuse_change();

insert into billing.plans (code, position, is_trial) values ('start', 1, false), ('growth', 2, true), ('pro', 3, false);
insert into billing.plan_versions (id, plan_code, version, name_ar, name_en, description_ar, description_en,
  price_1_halalas, price_3_halalas, price_6_halalas, price_12_halalas,
  writer_words, designer_pictures, rules, messages, ai_campaigns, members, landing_pages, created_at)
values
  ('plv_start_1', 'start', 1, 'البداية', 'Start',
    'لمتجر يبدأ إعلاناته: كاتب ومصمم بحصة شهرية، وقواعد تحمي ميزانيتك.',
    'For a store starting to advertise: a monthly share of the writer and the designer, and rules that guard your budget.',
    9900, 28200, 53400, 99000, 10000, 20, 3, 100, 5, 1, 1, now()),
  ('plv_growth_1', 'growth', 1, 'النمو', 'Growth',
    'لمتجر ينمو على أكثر من منصة: حصص أوسع، وفريق صغير، وصفحات هبوط.',
    'For a store growing on several platforms: larger shares, a small team and landing pages.',
    24900, 70900, 134400, 249000, 50000, 100, 20, 1000, 30, 3, 5, now()),
  ('plv_pro_1', 'pro', 1, 'الاحتراف', 'Pro',
    'لعلامة تعلن كل يوم: قواعد وحملات بلا حد، وفريق كامل.',
    'For a brand that advertises every day: rules and campaigns without limit, and a whole team.',
    59900, 170700, 323400, 599000, 200000, 500, null, 5000, null, 10, null, now());

-- A merchant's subscription, from the trial or the purchase until it expires. One lives at a time.
create table billing.subscriptions (
  id text primary key,
  merchant_id text not null,
  state text not null check (state in ('trial', 'active', 'past_due', 'cancelled', 'expired')),
  plan_version_id text not null references billing.plan_versions (id),
  duration_months int check (duration_months in (1, 3, 6, 12)),
  -- Periods are counted in months from here, so that a day at the end of a month is kept.
  anchor_at timestamptz not null,
  -- Months from the anchor to the end of the current period.
  months_elapsed int not null default 0 check (months_elapsed >= 0),
  -- Of the trial or the current paid period.
  current_starts_at timestamptz not null,
  current_ends_at timestamptz not null,
  -- Null in a trial.
  current_period_id text,
  -- What renewals are paid from; a card without an id is the merchant's default card.
  payment_source text check (payment_source in ('card', 'balance')),
  card_id text,
  -- A change that waits for the end of the period.
  next_plan_version_id text references billing.plan_versions (id),
  next_duration_months int check (next_duration_months in (1, 3, 6, 12)),
  -- When something is next to be done by itself; null when nothing ever is.
  next_step_at timestamptz,
  -- The last day of the trial that was announced: 11 or 13.
  trial_notice_day int,
  created_at timestamptz not null,
  expired_at timestamptz,
  check (current_starts_at < current_ends_at),
  check ((next_plan_version_id is null) = (next_duration_months is null)),
  check (state = 'trial' or expired_at is not null or (duration_months is not null and payment_source is not null)),
  check ((state = 'expired') = (expired_at is not null)),
  check (state <> 'expired' or next_step_at is null)
);
create unique index subscriptions_one_alive on billing.subscriptions (merchant_id) where state <> 'expired';
create index subscriptions_of_merchant on billing.subscriptions (merchant_id, created_at desc);
create index subscriptions_by_next_step on billing.subscriptions (next_step_at, id) where next_step_at is not null;

-- What a subscription was or is to be charged for. A renewal is one row, whatever happens: its payments pay this row once.
create table billing.periods (
  id text primary key,
  merchant_id text not null,
  subscription_id text not null references billing.subscriptions (id),
  number int not null check (number > 0),
  kind text not null check (kind in ('first', 'renewal', 'upgrade')),
  plan_version_id text not null references billing.plan_versions (id),
  duration_months int not null check (duration_months in (1, 3, 6, 12)),
  -- An upgrade that waits for its payment begins when it is paid: until then, when it was requested.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price_halalas bigint not null check (price_halalas > 0),
  -- The unused part of the period it replaces.
  credit_halalas bigint not null default 0 check (credit_halalas >= 0),
  discount_halalas bigint not null default 0 check (discount_halalas >= 0),
  -- What is charged: price, less credit, less discount.
  due_halalas bigint not null check (due_halalas >= 0),
  state text not null check (state in ('open', 'paid', 'void')),
  payment_source text not null check (payment_source in ('card', 'balance')),
  order_id text unique,
  -- The intent that pays it now, or last tried to.
  intent_id text unique,
  -- Charges that were tried, and why the last one failed.
  attempts int not null default 0 check (attempts >= 0),
  failure text,
  is_soft boolean,
  -- When a renewal is tried again; null while a charge is under way or none follows.
  next_attempt_at timestamptz,
  paid_at timestamptz,
  -- The payment at the gateway; null for what the balance paid.
  payment_id text,
  -- An upgrade ended it before its time.
  replaced_at timestamptz,
  created_at timestamptz not null,
  unique (subscription_id, number),
  check (starts_at < ends_at),
  check (due_halalas = price_halalas - credit_halalas - discount_halalas),
  check ((state = 'paid') = (paid_at is not null))
);
create unique index periods_one_open on billing.periods (subscription_id) where state = 'open';
create index periods_of_merchant on billing.periods (merchant_id, created_at desc, id desc);
alter table billing.subscriptions add foreign key (current_period_id) references billing.periods (id);

-- Who had the free trial: a merchant, a mobile number (a hash of its canonical form) or a store has it once for ever.
create table billing.trial_claims (
  kind text not null check (kind in ('merchant', 'mobile', 'store')),
  identity text not null,
  merchant_id text not null,
  claimed_at timestamptz not null,
  primary key (kind, identity)
);
create index trial_claims_of_merchant on billing.trial_claims (merchant_id);
