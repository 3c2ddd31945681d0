-- Invoices and credit notes: numbered without gaps, chained by their hashes, never edited. Amounts are halalas.

create schema if not exists billing;

-- Who the merchant's invoices are made out to. A VAT number makes them tax invoices, with the address it then requires.
create table billing.buyer_details (
  merchant_id text primary key,
  name text not null,
  vat_number text constraint buyer_details_vat_number_check check (vat_number ~ '^3[0-9]{13}3$'),
  registration_number text constraint buyer_details_registration_check check (registration_number ~ '^[0-9]{10}$'),
  street text not null default '',
  building_number text not null default '',
  district text not null default '',
  city text not null default '',
  postal_code text not null default '',
  updated_at timestamptz not null,
  constraint buyer_details_address_check
    check (vat_number is null or '' <> all (array[name, street, building_number, district, city, postal_code]))
);

-- The last number of each series (`INV-2026`, `CRN-2026`). Counted in the transaction that stores the document: a
-- database sequence would leave a gap where a transaction is rolled back.
create table billing.invoice_series (
  series text primary key,
  last_number integer not null
);

-- One chain over all documents: each names the hash of the one before. Its row is locked by whoever issues.
create table billing.invoice_chain (
  is_only boolean primary key default true check (is_only),
  counter bigint not null,
  last_hash text not null
);
-- The hash before the first, as the authority fixes it: base64 of the SHA-256 of "0" in hexadecimal.
insert into billing.invoice_chain (counter, last_hash)
values (0, 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==');

create table billing.invoices (
  id text primary key,
  merchant_id text not null,
  kind text not null constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
  -- Simplified: the buyer gave no VAT number.
  is_simplified boolean not null,
  number text not null constraint invoices_number unique,
  uuid text not null constraint invoices_uuid unique,
  counter bigint not null constraint invoices_counter unique,
  previous_hash text not null,
  hash text not null,
  -- What was sold: an order, a subscription's period, a month's ad spend, a deposit. A credit note has its invoice's.
  source_kind text not null constraint invoices_source_kind_check
    check (source_kind in ('order', 'period', 'ad_spend', 'deposit')),
  source_id text not null,
  corrects_id text references billing.invoices (id),
  -- The credit's own reference: the same one twice is one credit note.
  credit_key text,
  reason text not null default '',
  paid_by text not null constraint invoices_paid_by_check
    check (paid_by in ('card', 'apple_pay', 'stc_pay', 'balance')),
  issued_at timestamptz not null,
  supplied_on date not null,
  -- The two parties as they were then.
  seller jsonb not null,
  buyer jsonb,
  vat_basis_points integer not null constraint invoices_vat_basis_points_check check (vat_basis_points between 0 and 10000),
  net_halalas bigint not null,
  vat_halalas bigint not null constraint invoices_vat_check check (vat_halalas >= 0),
  gross_halalas bigint not null constraint invoices_gross_check check (gross_halalas > 0),
  qr text not null,
  xml text not null,
  -- Number and titles, folded for search.
  search_text text not null,
  constraint invoices_sum check (net_halalas + vat_halalas = gross_halalas),
  constraint invoices_correction check ((kind = 'credit_note') = (corrects_id is not null)),
  constraint invoices_credit_key check ((kind = 'credit_note') = (credit_key is not null))
);
create unique index invoices_once on billing.invoices (merchant_id, source_kind, source_id) where kind = 'invoice';
create unique index invoices_credited_once on billing.invoices (corrects_id, credit_key) where kind = 'credit_note';
create index invoices_of_merchant on billing.invoices (merchant_id, counter desc);

create table billing.invoice_lines (
  invoice_id text not null references billing.invoices (id),
  line_no integer not null,
  title_ar text not null,
  title_en text not null,
  quantity integer not null constraint invoice_lines_quantity_check check (quantity > 0),
  -- Taken off before; with VAT, as all prices.
  discount_halalas bigint not null constraint invoice_lines_discount_check check (discount_halalas >= 0),
  net_halalas bigint not null,
  vat_halalas bigint not null,
  gross_halalas bigint not null,
  primary key (invoice_id, line_no),
  constraint invoice_lines_sum check (net_halalas + vat_halalas = gross_halalas)
);

create function billing.refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is never edited: % on % is refused', tg_op, tg_table_name using errcode = 'BL001';
end $$;

create trigger invoices_stay before update or delete on billing.invoices
  for each row execute function billing.refuse_invoice_change();
create trigger invoices_are_kept before truncate on billing.invoices
  for each statement execute function billing.refuse_invoice_change();
create trigger invoice_lines_stay before update or delete on billing.invoice_lines
  for each row execute function billing.refuse_invoice_change();
create trigger invoice_lines_are_kept before truncate on billing.invoice_lines
  for each statement execute function billing.refuse_invoice_change();
