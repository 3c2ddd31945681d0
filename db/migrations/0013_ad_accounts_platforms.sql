-- More platforms: a consent may leave a secret for its exchange (X), and accounts may be billed in any currency that is
-- held to the dollar as the riyal is.

alter table ad_accounts.consents add column secret_sealed text;

alter table ad_accounts.accounts drop constraint accounts_currency_check;
alter table ad_accounts.accounts add constraint accounts_currency_check check (currency in ('SAR', 'USD', 'AED', 'QAR'));
