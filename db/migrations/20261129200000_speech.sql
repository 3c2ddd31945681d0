-- Seconds of speech that each merchant had written down on a Riyadh day. Recordings and what was said are not kept.
create schema speech;

create table speech.days (
  merchant_id text not null,
  day date not null,
  -- Those under way included: the daily ceiling counts here.
  seconds integer not null check (seconds >= 0),
  -- What they cost us, in millionths of a riyal.
  cost_micro_sar bigint not null default 0 check (cost_micro_sar >= 0),
  primary key (merchant_id, day)
);
