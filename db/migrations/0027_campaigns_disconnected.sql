-- A withdrawn permission is a sync state of its own: nothing was refused, and nothing is sent until the ad account is
-- linked again.

alter table campaigns.campaigns
  drop constraint campaigns_sync_check,
  add constraint campaigns_sync_check check (sync in ('local', 'pending', 'synced', 'failed', 'disconnected'));

update campaigns.campaigns
set sync = 'disconnected', connection_lost_at = coalesce(connection_lost_at, updated_at)
where published and (fault_key = 'campaigns:fault_reconnect'
  or (connection_lost_at is not null and status in ('active', 'paused')));

update campaigns.campaigns set fault_key = null, fault_text = null where fault_key = 'campaigns:fault_reconnect';

-- Home lists what was paused because money ended.
create index campaigns_paused_for_money on campaigns.campaigns (merchant_id, id)
  where status = 'paused' and status_why = 'money';
