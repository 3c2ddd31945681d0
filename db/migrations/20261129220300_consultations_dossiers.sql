-- What a consultant may read of a merchant's last 30 days, as it was when the merchant consented.
create table consultations.dossiers (
  merchant_id text not null,
  order_id text not null,
  -- Figures and campaigns, without any shopper. Null once consent was withdrawn: what was frozen is gone.
  content jsonb,
  consented_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references consultations.orders (merchant_id, id),
  constraint dossiers_withdrawn check ((content is null) = (withdrawn_at is not null))
);
