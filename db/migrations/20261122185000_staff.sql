-- The staff of the product: people added by a command line, who sign in with a password and a second factor.

create schema staff;

create table staff.members (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('admin', 'consultant', 'finance', 'content')),
  password_hash text,
  -- Sealed by the vault.
  totp_secret text,
  -- The last 30-second step whose code was accepted: each code serves once.
  last_totp_step bigint,
  created_at timestamptz not null,
  enrolled_at timestamptz,
  disabled_at timestamptz,
  -- Nobody has a password without a second factor.
  constraint members_enrolled_whole check (
    (password_hash is null) = (totp_secret is null) and (password_hash is null) = (enrolled_at is null))
);

-- A member's one open link with which they choose a password and enrol their second factor.
create table staff.invitations (
  member_id text primary key references staff.members (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Sealed; made when the link is first opened, the member's own once a code confirms it.
  totp_secret text,
  expires_at timestamptz not null
);

-- The password was right; the second factor is still to come.
create table staff.challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id text not null references staff.members (id),
  expires_at timestamptz not null
);

create table staff.sessions (
  id text primary key,
  member_id text not null references staff.members (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  address text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_member on staff.sessions (member_id, address);

create table staff.recovery_codes (
  member_id text not null references staff.members (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- Failed attempts at a person, who may not exist: by factor, and by the address they came from.
create table staff.failed_attempts (
  -- The SHA-256 of the e-mail.
  person bytea not null check (length(person) = 32),
  factor text not null check (factor in ('password', 'second_factor')),
  -- `*` stands for all addresses together that the person has not signed in from.
  address text not null,
  failures int not null check (failures >= 0),
  since timestamptz not null,
  locked_until timestamptz,
  touched_at timestamptz not null,
  primary key (person, factor, address)
);
create index failed_attempts_by_age on staff.failed_attempts (touched_at);

-- What happened to the staff's accounts: they have no merchant, so base.audit_log does not hold it.
create table staff.audit_log (
  id bigint generated always as identity primary key,
  -- Whose account; null for an e-mail that is nobody's.
  member_id text,
  action text not null,
  by_kind text not null check (by_kind in ('staff', 'command', 'visitor')),
  address text,
  details jsonb,
  recorded_at timestamptz not null
);
create index audit_log_of_member on staff.audit_log (member_id, id desc);
create trigger audit_log_append_only before update or delete on staff.audit_log
  for each statement execute function base.refuse_audit_change();
