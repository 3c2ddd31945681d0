-- When it happened by the business's clock, which merchants read; `recorded_at` is the system's. Entries are never edited: those
-- before have none.
alter table base.audit_log add column happened_at timestamptz;
