-- What we publish of ourselves. Nothing is edited in its place: each save is a further version, because invoices and
-- consents refer to what stood on their day.
create schema company;

create table company.details_versions (
  version integer primary key check (version > 0),
  name_ar text not null,
  name_en text not null,
  email text not null,
  phone text not null,
  whatsapp text not null,
  vat_number text not null constraint details_vat_number_check check (vat_number ~ '^(3[0-9]{13}3)?$'),
  registration_number text not null constraint details_registration_check check (registration_number ~ '^([0-9]{10})?$'),
  street text not null,
  building_number text not null constraint details_building_check check (building_number ~ '^([0-9]{4})?$'),
  district text not null,
  city text not null,
  postal_code text not null constraint details_postal_code_check check (postal_code ~ '^([0-9]{5})?$'),
  edited_by text not null,
  edited_at timestamptz not null
);

create table company.text_versions (
  document text not null constraint text_document_check check (document in ('about', 'terms', 'privacy')),
  version integer not null check (version > 0),
  text_ar text not null,
  text_en text not null,
  edited_by text not null,
  edited_at timestamptz not null,
  primary key (document, version)
);
