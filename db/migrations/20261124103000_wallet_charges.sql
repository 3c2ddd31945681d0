-- Charges from the balance, credit, withdrawals and chargebacks: what their entries refer to has a title of its own.

-- How the statement names a reference that is no campaign, such as a subscription.
create table wallet.reference_titles (
  merchant_id text not null,
  reference text not null check (length(reference) between 1 and 200),
  title_ar text not null,
  title_en text not null,
  primary key (merchant_id, reference)
);

-- A payment that the cardholder's bank took back after it was spent is owed.
alter table wallet.receivables drop constraint receivables_kind_check;
alter table wallet.receivables add constraint receivables_kind_check
  check (kind in ('ad_spend', 'refund', 'chargeback'));

-- The purpose of a hold is one of those the product knows.
alter table wallet.holds add constraint holds_purpose_check check (purpose in ('campaign', 'withdrawal'));
