-- A merchant reads what staff did: few of the log's entries, found without reading the others.
create index audit_log_by_staff on base.audit_log (merchant_id, id desc) where actor_kind = 'staff';
