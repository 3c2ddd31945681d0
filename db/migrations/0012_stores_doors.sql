-- What stores on further platforms need: a place named before the consent, what a platform's server hands over, and a
-- door for each store's webhooks.

alter table stores.consents
  add column site text,
  -- What came by the platform's own server for this consent, sealed.
  add column handed_over_sealed text;

alter table stores.stores
  -- The end of its door's address, which nobody can guess, and the secret that proves what comes through it.
  add column door_key text unique,
  add column door_secret_sealed text,
  add check ((door_key is null) = (door_secret_sealed is null));
