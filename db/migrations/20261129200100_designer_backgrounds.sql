-- Backgrounds that a picture model drew from a description, one for a request's designs.
alter table designer.requests add column background_key text;

-- Backgrounds of a merchant's Riyadh day, those under way included: the daily ceiling counts here.
create table designer.background_days (
  merchant_id text not null,
  day date not null,
  backgrounds integer not null check (backgrounds >= 0),
  -- What they cost us, in millionths of a riyal.
  cost_micro_sar bigint not null default 0 check (cost_micro_sar >= 0),
  primary key (merchant_id, day)
);
