import { defineRefusals } from "#base/shared/refusals.ts";

/** What this room can refuse. */
export const storesRefusals = defineRefusals({
  "stores.store_not_found": 404,
  /** We have no credentials for it here. */
  "stores.platform_not_available": 409,
  /** What was typed is not where a store of that platform can be. */
  "stores.address_not_valid": 400,
  /** Nothing answered there as that platform's stores do. */
  "stores.no_store_there": 409,
  "stores.site_not_found": 404,
  /** Neither the tag nor the record was where it was looked for. */
  "stores.proof_not_found": 409,
  "stores.site_not_answering": 409,
  /** Its orders come by the pixel: there is nothing to read again. */
  "stores.told_by_pixel": 409,
  /** Its orders come from the platform itself: none is unconfirmed. */
  "stores.always_confirmed": 409,
  "stores.not_connected": 409,
  /** Of the merchant, within the hour; `seconds` until the next one. */
  "stores.too_many_connects": 429,
  "stores.too_many_sites_named": 429,
  "stores.too_many_verifications": 429,
  /** The merchant keeps as many sites as one may. */
  "stores.most_sites": 409,
  /** The store belongs to another merchant here. */
  "stores.taken": 409,
});
