-- The public profiles that an ad account's ads may appear under, and the one chosen for an ad.

-- [{"id": "…", "name": "…"}] of its organization, as its platform listed them last.
alter table ad_accounts.accounts add column profiles jsonb not null default '[]';
update ad_accounts.accounts set profiles = coalesce(
  (select organization -> 'profiles'
   from ad_accounts.connections, jsonb_array_elements(accessible_accounts) organization
   where connections.id = accounts.connection_id and organization ->> 'id' = accounts.organization_id
     and jsonb_typeof(organization -> 'profiles') = 'array'
   limit 1),
  '[]');

-- Null: the profile of the ad account.
alter table campaigns.ads add column profile_id text;
