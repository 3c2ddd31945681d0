-- stores and ad_accounts: the field's names. No view, function or trigger mentions these columns; checks, keys and indexes
-- that use them follow a rename by themselves (only their own names are renamed here).

-- stores ---------------------------------------------------------------------------------------------------------------
alter table stores.consents rename to authorizations;
alter table stores.authorizations rename column handed_over_sealed to server_grant_sealed;
alter index stores.consents_pkey rename to authorizations_pkey;
alter index stores.consents_by_age rename to authorizations_by_age;

alter table stores.deliveries rename to webhook_deliveries;
-- The hash of the platform's delivery id, of the body where it names none.
alter table stores.webhook_deliveries rename column body_hash to delivery_hash;
alter index stores.deliveries_pkey rename to webhook_deliveries_pkey;
alter index stores.deliveries_by_age rename to webhook_deliveries_by_age;

alter table stores.stores rename column door_key to webhook_key;
alter table stores.stores rename column door_secret_sealed to webhook_secret_sealed;
alter table stores.stores rename column webhooks_at to webhooks_subscribed_at;
alter index stores.stores_door_key_key rename to stores_webhook_key_key;

alter table stores.sites rename column proof_token to verification_token;
alter table stores.sites rename column proven_by to verified_by;
alter table stores.sites rename column proven_at to verified_at;
alter table stores.sites rename constraint sites_proven_by_check to sites_verified_by_check;

alter table stores.stores drop constraint stores_lost_reason_check;
update stores.stores set lost_reason = 'access_revoked' where lost_reason = 'permission_gone';
alter table stores.stores add constraint stores_lost_reason_check
  check (lost_reason in ('uninstalled', 'access_revoked', 'renewal_lost'));

-- ad_accounts ----------------------------------------------------------------------------------------------------------
alter table ad_accounts.consents rename to authorizations;
alter table ad_accounts.authorizations rename constraint consents_platform_check to authorizations_platform_check;
alter table ad_accounts.authorizations rename constraint consents_return_to_check to authorizations_return_to_check;
alter index ad_accounts.consents_pkey rename to authorizations_pkey;
alter index ad_accounts.consents_by_end rename to authorizations_by_end;

alter table ad_accounts.connections rename column offers to accessible_accounts;
alter table ad_accounts.connections rename column offered_at to accounts_listed_at;

alter table ad_accounts.accounts rename column trouble to issue;
alter table ad_accounts.accounts rename constraint accounts_trouble_check to accounts_issue_check;
alter table ad_accounts.accounts drop constraint accounts_lost_reason_check;
update ad_accounts.accounts set lost_reason = 'access_revoked' where lost_reason = 'permission_gone';
update ad_accounts.accounts set lost_reason = 'account_not_accessible' where lost_reason = 'access_removed';
alter table ad_accounts.accounts add constraint accounts_lost_reason_check
  check (lost_reason in ('access_revoked', 'account_not_accessible'));

-- Reasons in events that are kept (base.events.details keeps its name in base-app.sql; run this after it or before, it is the same).
update base.events set details = jsonb_set(details, '{reason}', '"access_revoked"')
where name in ('store.connection_lost', 'ad_account.connection_lost') and details ->> 'reason' = 'permission_gone';
update base.events set details = jsonb_set(details, '{reason}', '"account_not_accessible"')
where name = 'ad_account.connection_lost' and details ->> 'reason' = 'access_removed';
