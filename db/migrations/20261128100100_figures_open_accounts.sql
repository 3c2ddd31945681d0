-- Which of a merchant's ad accounts have campaigns whose figures still change: a few keys for each account, however many
-- campaigns it has.
create index campaigns_open_of_account on figures.campaigns (merchant_id, ad_account_id, status, updated_at)
  where platform_id is not null and may_spend_since is not null;
