-- Outgoing texts by WhatsApp and SMS: one outbox for both.

create table messages.texts (
  merchant_id text not null,
  id text not null,
  -- The same key is the same message: it is written once.
  key text not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  -- The WhatsApp message that could not be delivered, which this SMS stands in for.
  stands_in_for text,
  to_number text not null check (to_number ~ '^\+9665\d{8}$'),
  template text not null,
  language text not null check (language in ('ar', 'en')),
  -- What fills the template, by name; wiped 30 days after the end, the row stays, so that the key is never used twice.
  params jsonb,
  -- The path of the product's own address that the message leads to.
  link_path text,
  -- A code is no parameter: it is sealed here, put in while sending, and wiped afterwards.
  sealed_code text,
  -- A person waits for it.
  is_urgent boolean not null,
  -- After this instant it is not sent any more.
  expires_at timestamptz not null,
  -- States only go forward. `sending` may last beyond a killed process.
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed')),
  failure text check (failure in
    ('refused', 'undeliverable', 'template', 'opted_out', 'expired', 'outcome_unknown', 'unavailable')),
  attempts int not null default 0 check (attempts >= 0),
  -- Attempts whose outcome nobody knows: each may have reached the reader.
  unknown_attempts int not null default 0 check (unknown_attempts >= 0),
  -- Before this instant no process takes it: not due, its lease while it is being sent, or its next attempt.
  retry_at timestamptz not null,
  provider_id text,
  -- How many messages an SMS was billed as.
  parts int check (parts > 0),
  -- System time, as every instant of this table.
  queued_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  primary key (merchant_id, id),
  constraint texts_key unique (merchant_id, key),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'failed') = (failed_at is not null))
);
create index texts_waiting on messages.texts (channel, is_urgent desc, retry_at) where state in ('queued', 'sending');
create index texts_by_day on messages.texts (merchant_id, queued_at);
create index texts_with_params on messages.texts (queued_at) where params is not null;

-- One run of the job sends a channel's texts at a time, so that the vendor's rate is kept by all together.
create table messages.senders (
  channel text primary key check (channel in ('whatsapp', 'sms')),
  run text not null,
  leased_until timestamptz not null
);

-- Readers who wrote that they want no more texts; of no merchant, since the number is the same for all.
create table messages.text_opt_outs (
  to_number text primary key check (to_number ~ '^\+9665\d{8}$'),
  opted_out_at timestamptz not null
);
