-- Where a link's ad appears, on platforms with several places: a click from a search is not one from a social app. Links
-- that stand take it from their campaign.

alter table tracking.links add column channels jsonb not null default '[]' check (jsonb_typeof(channels) = 'array');
update tracking.links set channels = campaigns.channels
  from campaigns.campaigns where campaigns.id = links.campaign_id and campaigns.merchant_id = links.merchant_id;
