-- First readings that reached their end, and whose end was not written down because two looks at the clock differed.
update stores.stores set import_finished_at = synced_at
where import_finished_at is null and synced_at >= import_started_at and orders_read_to >= import_started_at;

-- Why a connected store's orders cannot be read: the platform has not approved our app for them, or too little was granted.
alter table stores.stores
  add column orders_blocked_by text check (orders_blocked_by in ('customer_data_not_approved', 'scope_missing'));
