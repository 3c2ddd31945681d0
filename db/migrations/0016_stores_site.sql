-- Where a store was said to be when it was connected, for platforms that must know it first: it is asked once.

alter table stores.stores add column site text;
