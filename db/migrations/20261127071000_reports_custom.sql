-- Reports that members compose themselves, what they pinned to home, and what they are sent by e-mail.

create schema if not exists reports;

create table reports.custom_reports (
  merchant_id text not null,
  id text not null,
  -- Who made it, and alone may change it.
  member_id text not null,
  name text not null check (length(name) between 1 and 80),
  -- Measures, breakdowns, filters, period and display, as the contract writes them.
  definition jsonb not null,
  -- Other members of the merchant see it too.
  is_shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create table reports.pins (
  merchant_id text not null,
  member_id text not null,
  report_id text not null,
  pinned_at timestamptz not null,
  primary key (merchant_id, member_id, report_id),
  foreign key (merchant_id, report_id) references reports.custom_reports (merchant_id, id) on delete cascade
);

create table reports.schedules (
  merchant_id text not null,
  id text not null,
  report_id text not null,
  -- Who receives it, at their proven address.
  member_id text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- In Riyadh: the hour; the day of a week (0 is Sunday); the day of a month.
  hour int not null check (hour between 0 and 23),
  weekday int check (weekday between 0 and 6),
  month_day int check (month_day between 1 and 28),
  language text not null check (language in ('ar', 'en')),
  is_active boolean not null,
  -- Why it stopped by itself; null while it runs, or when the member stopped it.
  stop_reason text check (stop_reason in ('unsubscribed', 'email_not_proven', 'no_access', 'report_gone')),
  -- World time of the next delivery; null while it does not run.
  next_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint schedules_of_member unique (merchant_id, report_id, member_id),
  foreign key (merchant_id, report_id) references reports.custom_reports (merchant_id, id) on delete cascade,
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (month_day is not null)),
  check (is_active = (next_due_at is not null)),
  check (not is_active or stop_reason is null)
);
create index schedules_due on reports.schedules (next_due_at, merchant_id, id) where is_active;

-- One row for each time a schedule was due, however often its job ran.
create table reports.deliveries (
  merchant_id text not null,
  schedule_id text not null,
  -- The Riyadh day on which it was due.
  due_on date not null,
  -- The days it reports, both included.
  period_from date not null,
  period_to date not null,
  outcome text not null check (outcome in ('queued', 'over_limit', 'unavailable', 'stopped')),
  delivered_at timestamptz not null,
  primary key (merchant_id, schedule_id, due_on),
  foreign key (merchant_id, schedule_id) references reports.schedules (merchant_id, id) on delete cascade
);
