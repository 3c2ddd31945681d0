-- The law on electronic commerce wants shoppers to know who sells to them and how to reach them: landing pages carry it.
alter table billing.buyer_details
  add column contact_email text not null default '',
  add column contact_phone text not null default '';
