-- Where an order is sent, and whether it is on its way.

-- The gazetteer's key of the city; empty where the platform does not say or names no city of ours; null while the order
-- was not read since. Nothing else of an address is stored.
alter table stores.orders add column city_key text;

-- Handed to a carrier, as far as the platform says.
alter table stores.orders add column is_sent boolean not null default false;

-- Orders of a site on no platform name no city.
update stores.orders set city_key = '' from stores.stores
where stores.id = orders.store_id and stores.platform = 'other';

-- Orders read so far have no city: the next sync reads the last sixty days again.
update stores.stores set orders_read_to = null where platform <> 'other';
