-- Who works for a merchant besides its owner. A person is the owner of the merchant with the same id, so a membership
-- joins two rows of merchants.merchants; an invitation is of a number, whoever holds it when it is accepted.

create table merchants.memberships (
  id text primary key,
  merchant_id text not null references merchants.merchants (id),
  mobile text not null check (mobile ~ '^\+9665\d{8}$'),
  -- Null until somebody has accepted.
  person_id text references merchants.merchants (id),
  role text not null check (role in ('manager', 'buyer', 'accountant', 'viewer')),
  state text not null check (state in ('invited', 'active', 'ended')),
  invited_by text not null references merchants.merchants (id),
  invited_at timestamptz not null,
  -- After this an invitation cannot be accepted; sending it again renews it.
  expires_at timestamptz not null,
  joined_at timestamptz,
  last_active_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('declined', 'withdrawn', 'removed', 'left')),
  check ((state = 'active') <= (person_id is not null and joined_at is not null)),
  check ((state = 'ended') = (ended_at is not null) and (ended_at is null) = (end_reason is null)),
  check (person_id <> merchant_id)
);
create unique index memberships_of_number on merchants.memberships (merchant_id, mobile) where state = 'invited';
create unique index memberships_of_person on merchants.memberships (merchant_id, person_id) where state = 'active';
create index memberships_by_person on merchants.memberships (person_id) where state = 'active';
create index memberships_by_number on merchants.memberships (mobile) where state = 'invited';

-- Every text that carried an invitation: the limits count them, by merchant and by number.
create table merchants.invitation_sends (
  id text primary key,
  merchant_id text not null,
  membership_id text not null references merchants.memberships (id),
  mobile text not null,
  language text not null check (language in ('ar', 'en')),
  requested_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'refused', 'unknown', 'given_up'))
);
create index invitation_sends_of_merchant on merchants.invitation_sends (merchant_id, requested_at desc);
create index invitation_sends_of_number on merchants.invitation_sends (mobile, requested_at desc);
create index invitation_sends_by_age on merchants.invitation_sends (requested_at);

-- A session belongs to a person (merchant_id); it acts for their own merchant (null) or for one they are a member of.
alter table merchants.sessions add column acts_for text references merchants.merchants (id)
  check (acts_for <> merchant_id);
create index sessions_acting_for on merchants.sessions (acts_for) where acts_for is not null and ended_at is null;
