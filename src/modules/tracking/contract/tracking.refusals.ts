import { defineRefusals } from "#base/shared/refusals.ts";

/** What this room can refuse. */
export const trackingRefusals = defineRefusals({
  "tracking.link_not_found": 404,
  /** The address lies under none of the merchant's stores. */
  "tracking.destination_not_registered": 422,
});
