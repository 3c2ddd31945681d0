-- Why a campaign's next try waits, as a message key, when the platform told; null while it is busy or does not answer.
alter table campaigns.campaign_sync add column retry_reason_key text;
