-- What a person's figures begin with, and for how many seconds a change offers to be undone.
alter table merchants.merchants
  add column attribution_model text not null default 'last_click' check (attribution_model in ('first_click', 'last_click')),
  add column counted_orders text not null default 'placed' check (counted_orders in ('placed', 'delivered')),
  add column undo_seconds integer not null default 8 check (undo_seconds in (5, 8, 15, 30));
