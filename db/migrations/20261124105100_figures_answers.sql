-- figures: what the ad platforms answered, as it was received, for the days that are settled from it.

create table figures.answers (
  merchant_id text not null,
  -- SHA-256 of the body.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  ad_account_id text not null,
  platform text not null,
  -- Length of the body in bytes.
  bytes bigint not null,
  -- The body, compressed (gzip); null once it is older than its retention. The hash stays.
  body bytea,
  -- Business time when it was received first.
  received_at timestamptz not null,
  primary key (merchant_id, sha256)
);
-- The body is compressed already.
alter table figures.answers alter column body set storage external;
create index answers_by_age on figures.answers (received_at) where body is not null;

-- The Riyadh days of an ad account that an answer has figures of.
create table figures.answer_days (
  merchant_id text not null,
  ad_account_id text not null,
  day date not null,
  sha256 text not null,
  received_at timestamptz not null,
  primary key (merchant_id, ad_account_id, day, sha256),
  foreign key (merchant_id, sha256) references figures.answers (merchant_id, sha256)
);
