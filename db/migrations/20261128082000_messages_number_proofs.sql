-- Further numbers of a merchant's own, and whether a code sent there came back.

create table messages.number_proofs (
  merchant_id text not null,
  number text not null check (number ~ '^\+9665\d{8}$'),
  code_hash bytea check (length(code_hash) = 32),
  code_expires_at timestamptz,
  code_requested_at timestamptz,
  -- Wrong codes since the last right one; they lock the number for longer each time.
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz,
  proven_at timestamptz,
  primary key (merchant_id, number),
  check ((code_hash is null) = (code_expires_at is null))
);
