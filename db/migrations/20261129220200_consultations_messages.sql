-- Messages between a merchant and our staff on an order, each with at most one file.
create table consultations.messages (
  merchant_id text not null,
  id text not null,
  order_id text not null,
  by_kind text not null check (by_kind in ('member', 'staff')),
  by_id text not null,
  -- Of the sender's browser: the same message sent again is one.
  client_key text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint messages_once unique (merchant_id, order_id, by_id, client_key),
  foreign key (merchant_id, order_id) references consultations.orders (merchant_id, id)
);
create index messages_by_order on consultations.messages (merchant_id, order_id, id desc);

-- Apart from the text, so that a thread is read without the bytes of its files.
create table consultations.message_files (
  merchant_id text not null,
  message_id text not null,
  name text not null,
  mime text not null,
  bytes bytea not null,
  size integer not null check (size between 1 and 5242880),
  primary key (merchant_id, message_id),
  foreign key (merchant_id, message_id) references consultations.messages (merchant_id, id)
);
