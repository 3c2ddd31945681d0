import { defineRefusals } from "#base/shared/refusals.ts";

/** What this room can refuse. */
export const storesRefusals = defineRefusals({
  "stores.store_not_found": 404,
  /** What was typed is not where a store of that platform can be. */
  "stores.address_not_valid": 400,
  "stores.not_connected": 409,
  /** The store belongs to another merchant here. */
  "stores.taken": 409,
});
