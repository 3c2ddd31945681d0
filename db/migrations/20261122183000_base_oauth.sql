-- One OAuth for stores and ad accounts. Authorizations in progress move to one table, and the tokens of both modules get
-- the same columns, so that the same code renews them. No row and no sealed secret is lost: what secrets are sealed to
-- (`stores.authorizations:…`, `ad_accounts.connections:…`) stays the same.

create table base.authorizations (
  -- The state itself is never stored.
  state_hash text primary key,
  -- The schema of the module that started it.
  owner text not null,
  vendor text not null,
  merchant_id text not null,
  -- Who started it: they act when it is completed.
  actor_kind text not null check (actor_kind in ('member', 'staff', 'rule', 'assistant', 'system')),
  actor_id text,
  -- What the module needs again when the browser returns; no secrets.
  details jsonb not null,
  code_verifier_sealed text,
  -- The vendor's own secret for the exchange, where it has one.
  secret_sealed text,
  -- What the vendor's own server sent, until the browser returns.
  server_grant_sealed text,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((used_at is null) = (code_verifier_sealed is not null)),
  check (used_at is null or secret_sealed is null)
);
create index authorizations_by_end on base.authorizations (expires_at);

insert into base.authorizations (state_hash, owner, vendor, merchant_id, actor_kind, actor_id, details,
  code_verifier_sealed, server_grant_sealed, expires_at, used_at)
select state_hash, 'stores', platform, merchant_id, 'member', merchant_id,
  jsonb_build_object('return_to', return_to, 'site', site),
  case when used_at is null then code_verifier_sealed end, server_grant_sealed, expires_at, used_at
from stores.authorizations;

insert into base.authorizations (state_hash, owner, vendor, merchant_id, actor_kind, actor_id, details,
  code_verifier_sealed, secret_sealed, expires_at, used_at)
select state_hash, 'ad_accounts', platform, merchant_id, 'member', merchant_id,
  jsonb_build_object('return_to', return_to, 'ad_account_id', ad_account_id),
  case when used_at is null then code_verifier_sealed end, case when used_at is null then secret_sealed end,
  expires_at, used_at
from ad_accounts.authorizations;

drop table stores.authorizations;
drop table ad_accounts.authorizations;

alter table stores.connections rename column credential_sealed to access_token_sealed;
alter table stores.connections rename column expires_at to access_expires_at;
-- When these tokens were issued.
alter table stores.connections rename column changed_at to issued_at;
-- One renewal at a time: until when the claim holds.
alter table stores.connections add column renewing_until timestamptz;
update stores.connections set renewing_until = refreshing_since + interval '60 seconds';
alter table stores.connections drop column refreshing_since;

-- A pair of tokens is known by its sealed text, which no other has: it needs no number.
alter table ad_accounts.connections drop column version;
alter table ad_accounts.connections drop column renewing;
-- When these tokens were issued. For renewed ones that is not known: the time of the grant makes the next renewal earlier.
alter table ad_accounts.connections add column issued_at timestamptz;
update ad_accounts.connections set issued_at = created_at;
alter table ad_accounts.connections alter column issued_at set not null;
