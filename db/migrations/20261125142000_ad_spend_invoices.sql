-- The invoices of ad spend: one for each merchant and month, and what was settled after it.

-- What a document is for as a whole, where its lines are parts of one thing; null: its largest line says it.
alter table billing.invoices add column title_ar text;
alter table billing.invoices add column title_en text;
alter table billing.invoices add constraint invoices_title check (num_nulls(title_ar, title_en) in (0, 2));

-- How the ad spend of a month is treated, fixed when the month is invoiced: a setting that is changed later holds for
-- the months after it.
create table wallet.ad_spend_months (
  month date primary key check (extract(day from month) = 1),
  invoicing text not null constraint ad_spend_months_invoicing_check check (invoicing in ('monthly', 'none')),
  fixed_at timestamptz not null
);

-- One run for each month; open until every merchant with spend has had its turn.
create table finance.ad_spend_runs (
  month date primary key check (extract(day from month) = 1),
  finished_at timestamptz
);
-- A merchant's turn in a run, in the transaction of its documents: two processes at once make them once.
create table finance.ad_spend_turns (
  merchant_id text not null,
  month date not null references finance.ad_spend_runs (month),
  taken_at timestamptz not null,
  primary key (merchant_id, month)
);
