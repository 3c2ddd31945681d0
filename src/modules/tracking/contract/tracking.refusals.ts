import { defineRefusals } from "#base/shared/refusals.ts";

/** The refusals of this module. */
export const trackingRefusals = defineRefusals({
  "tracking.link_not_found": 404,
  /** The address is not under any of the merchant's stores. */
  "tracking.destination_not_registered": 422,
});
