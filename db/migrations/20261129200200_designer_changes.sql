-- Changes of a request's designs by a sentence, each with what it changed, so that it can be undone.
create table designer.changes (
  merchant_id text not null,
  id text not null,
  request_id text not null,
  -- The request's style and season, and of each design its sizes, its placements and the version that the change made.
  before jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, request_id) references designer.requests (merchant_id, id) on delete cascade
);
create index changes_request on designer.changes (merchant_id, request_id, created_at);
