-- A real module's tables are created by a migration of its own in db/migrations.
create schema example;
create table example.notes (
  id text primary key,
  merchant_id text not null,
  text text not null,
  is_checked boolean not null default false,
  unique (merchant_id, text)
);
