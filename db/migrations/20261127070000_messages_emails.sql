-- Outgoing e-mail: the outbox, the merchants' proven addresses, and what they do not want any more.

create schema messages;

create table messages.emails (
  merchant_id text not null,
  id text not null,
  -- The same key is the same message: it is written once.
  key text not null,
  topic text not null check (topic in ('email_code', 'report')),
  -- What the topic is about: a schedule's id.
  subject_id text,
  to_address text not null check (length(to_address) <= 254),
  language text not null check (language in ('ar', 'en')),
  subject text not null,
  -- The bodies and the picture are wiped 30 days after the end; the row stays, so that the key is never used twice.
  body_text text,
  body_html text,
  picture bytea,
  -- A code stands in no body: it is sealed here, put in while sending, and wiped afterwards.
  sealed_code text,
  unsubscribe_url text,
  -- After this instant it is not sent any more.
  expires_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  failure text check (failure in ('rejected', 'expired', 'unsubscribed', 'outcome_unknown', 'given_up')),
  attempts int not null default 0 check (attempts >= 0),
  -- Attempts whose outcome nobody knows: each may have reached the reader.
  unknown_attempts int not null default 0 check (unknown_attempts >= 0),
  -- Before this instant no process takes it: its lease while it is being sent, else its next attempt.
  retry_at timestamptz not null,
  provider_id text,
  -- System time, as every instant of this table.
  queued_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id),
  constraint emails_key unique (merchant_id, key),
  check ((state in ('sent', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index emails_waiting on messages.emails (retry_at) where state in ('queued', 'sending');
create index emails_by_day on messages.emails (merchant_id, queued_at);
create index emails_with_body on messages.emails (finished_at) where body_text is not null;

-- An address of a merchant, and whether a code sent there came back.
create table messages.email_proofs (
  merchant_id text not null,
  address text not null check (length(address) <= 254),
  code_hash bytea check (length(code_hash) = 32),
  code_expires_at timestamptz,
  code_requested_at timestamptz,
  -- Wrong codes since the last right one; they lock the address for longer each time.
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz,
  proven_at timestamptz,
  primary key (merchant_id, address),
  check ((code_hash is null) = (code_expires_at is null))
);

create table messages.unsubscriptions (
  merchant_id text not null,
  topic text not null check (topic in ('report')),
  subject_id text not null,
  unsubscribed_at timestamptz not null,
  primary key (merchant_id, topic, subject_id)
);
