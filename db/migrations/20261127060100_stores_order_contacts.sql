-- Contacts of shoppers, for merchants who share them with ad platforms: hashes of the mobile and e-mail as the platforms
-- compare them, sealed with the product's key. Merchants without a row in contact_sharing have none.
create table stores.contact_sharing (
  merchant_id text primary key,
  allowed_at timestamptz not null
);

create table stores.order_contacts (
  order_id text primary key references stores.orders (id) on delete cascade,
  merchant_id text not null,
  -- Keyed hashes: they find a person's orders, and say nothing without the product's key.
  person_key text not null,
  phone_key text,
  email_key text,
  sealed text not null,
  recorded_at timestamptz not null
);
create index order_contacts_person on stores.order_contacts (merchant_id, person_key);
create index order_contacts_phone on stores.order_contacts (merchant_id, phone_key) where phone_key is not null;
create index order_contacts_email on stores.order_contacts (merchant_id, email_key) where email_key is not null;

-- Who asked to be erased: their contacts are not stored again.
create table stores.erased_contacts (
  merchant_id text not null,
  contact_key text not null,
  erased_at timestamptz not null,
  primary key (merchant_id, contact_key)
);
