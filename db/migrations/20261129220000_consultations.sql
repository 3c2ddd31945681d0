-- Consultations with a marketer: what is offered, what merchants ordered, and the money of each order.
create schema consultations;

create table consultations.consultations (
  id text primary key,
  -- The first part of its orders' serial numbers; never changed.
  number integer not null unique,
  title_ar text not null,
  title_en text not null,
  -- What the merchant leaves with.
  outcome_ar text not null,
  outcome_en text not null,
  -- With VAT.
  price_halalas bigint not null check (price_halalas > 0),
  currency text not null default 'SAR' check (currency = 'SAR'),
  minutes integer not null check (minutes between 10 and 480),
  -- Who gives it: a member of the staff.
  consultant_id text not null,
  -- Where a time is chosen.
  scheduling_url text not null,
  -- [{id, kind: text | single_choice, label_ar, label_en, choices: [{id, label_ar, label_en}], is_required}]
  questions jsonb not null,
  is_active boolean not null,
  position integer not null,
  -- The serial number of the last order: taken in the order's own transaction, so that none is left out.
  last_serial integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Answers as the merchant types them, until the order.
create table consultations.answer_drafts (
  merchant_id text not null,
  consultation_id text not null,
  -- Text or a choice's id, by question.
  answers jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, consultation_id)
);

create table consultations.orders (
  merchant_id text not null,
  id text not null,
  consultation_id text not null references consultations.consultations (id),
  serial_number text not null,
  status text not null
    check (status in ('created', 'accepted', 'rejected', 'confirmed', 'cancelled', 'completed', 'deleted')),
  -- How an order ended that its merchant has hidden since.
  ended_status text check (ended_status in ('rejected', 'cancelled', 'completed')),
  -- As they were when it was ordered.
  title_ar text not null,
  title_en text not null,
  minutes integer not null,
  scheduling_url text not null,
  consultant_id text not null,
  questions jsonb not null,
  answers jsonb not null,
  client_name text not null,
  client_email text,
  client_mobile text not null,
  original_price_halalas bigint not null check (original_price_halalas >= price_halalas),
  -- What was paid. It is held, and then earned or returned: all of it is always in one of the three.
  price_halalas bigint not null check (price_halalas > 0),
  held_halalas bigint not null check (held_halalas >= 0),
  earned_halalas bigint not null default 0 check (earned_halalas >= 0),
  returned_halalas bigint not null default 0 check (returned_halalas >= 0),
  currency text not null default 'SAR' check (currency = 'SAR'),
  -- Why it was rejected or cancelled, as the merchant reads it.
  reason text not null default '',
  -- The meeting, once a time is confirmed.
  starts_at timestamptz,
  ends_at timestamptz,
  meeting_url text,
  -- When each side opened the meeting.
  merchant_joined_at timestamptz,
  consultant_joined_at timestamptz,
  -- The reminders that were published for this time.
  reminded_day_at timestamptz,
  reminded_hour_at timestamptz,
  rating integer check (rating between 1 and 5),
  rating_comment text not null default '',
  -- Serial number, titles and client, folded.
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint orders_serial_number unique (serial_number),
  constraint orders_money check (price_halalas = held_halalas + earned_halalas + returned_halalas),
  constraint orders_ended check ((status in ('rejected', 'cancelled', 'completed', 'deleted')) = (held_halalas = 0)),
  constraint orders_deleted check ((status = 'deleted') = (ended_status is not null)),
  constraint orders_confirmed check (status <> 'confirmed' or (starts_at is not null and ends_at > starts_at))
);
-- Staff find an order by its id alone.
create unique index orders_id on consultations.orders (id);
create index orders_by_status on consultations.orders (status, id desc);
create index orders_confirmed_by_start on consultations.orders (starts_at) where status = 'confirmed';

-- What is paid from the wallet, and held until it is earned.
alter table wallet.holds drop constraint holds_purpose_check,
  add constraint holds_purpose_check check (purpose in ('campaign', 'withdrawal', 'consultation'));

-- A consultation is invoiced when it was held.
alter table billing.invoices drop constraint invoices_source_kind_check,
  add constraint invoices_source_kind_check
    check (source_kind in ('order', 'period', 'ad_spend', 'deposit', 'consultation'));
