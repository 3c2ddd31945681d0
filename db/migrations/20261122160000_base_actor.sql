-- Who acted: on every event, and in the audit log.

alter table base.events add column actor_kind text not null default 'system'
  check (actor_kind in ('member', 'staff', 'rule', 'assistant', 'system'));
alter table base.events add column actor_id text;

create table base.audit_log (
  id bigint generated always as identity,
  merchant_id text not null,
  module text not null,
  action text not null,
  subject text not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'rule', 'assistant', 'system')),
  actor_id text,
  before jsonb,
  after jsonb,
  request_id text,
  recorded_at timestamptz not null,
  primary key (merchant_id, id)
);
create index audit_log_by_subject on base.audit_log (merchant_id, subject, id desc);
create index audit_log_by_module on base.audit_log (merchant_id, module, id desc);

create function base.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never edited';
end $$;
create trigger audit_log_append_only before update or delete on base.audit_log
  for each statement execute function base.refuse_audit_change();
