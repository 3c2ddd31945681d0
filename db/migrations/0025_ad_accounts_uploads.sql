-- Files sent to an ad platform that it does not yet show under our reference (YouTube names a video some time after its
-- upload): the platform's own name of the upload, so that its state is asked for instead of the file being sent again.

create table ad_accounts.pending_uploads (
  merchant_id text not null,
  ad_account_id text not null references ad_accounts.accounts (id),
  media_reference text not null,
  upload_name text not null check (upload_name <> ''),
  saved_at timestamptz not null,
  primary key (merchant_id, ad_account_id, media_reference)
);
create index pending_uploads_by_age on ad_accounts.pending_uploads (saved_at);
