import { defineRefusals } from "#base/shared/refusals.ts";

/** What this module can refuse. */
export const storesRefusals = defineRefusals({
  "stores.store_not_found": 404,
  /** We have no credentials for it here. */
  "stores.platform_not_available": 409,
  /** The typed address cannot be a store of that platform. */
  "stores.address_not_valid": 400,
  /** No store of that platform answered at the address. */
  "stores.no_store_there": 409,
  "stores.site_not_found": 404,
  /** Neither the tag nor the TXT record was found. */
  "stores.proof_not_found": 409,
  "stores.site_not_answering": 409,
  /** Its orders come by the pixel: there is nothing to sync. */
  "stores.told_by_pixel": 409,
  /** Its orders come from the platform itself: none is unconfirmed. */
  "stores.always_confirmed": 409,
  "stores.not_connected": 409,
  /** Per merchant and hour; `seconds` until the next attempt is allowed. */
  "stores.too_many_connects": 429,
  "stores.too_many_sites_named": 429,
  "stores.too_many_verifications": 429,
  /** The merchant has reached the maximum number of sites. */
  "stores.most_sites": 409,
  /** The store is connected to another merchant. */
  "stores.taken": 409,
});
