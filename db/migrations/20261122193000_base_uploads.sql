-- Uploads in parts that survive lost connections (tus): what was promised, how much has arrived, what became of it.

create table base.uploads (
  merchant_id text not null,
  id text not null,
  call text not null,
  bytes bigint not null check (bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and bytes),
  -- The Upload-Metadata header as it was sent; the call's contract validates it.
  metadata text not null,
  -- One request at a time adds bytes or finishes. System time, like all times here.
  leased_until timestamptz,
  -- The call's answer, once the complete bytes were accepted.
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (merchant_id, id),
  check (result is null or received_bytes = bytes)
);
create index uploads_expired on base.uploads (call, expires_at);
