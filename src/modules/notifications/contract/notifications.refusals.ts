import { defineRefusals } from "#base/shared/refusals.ts";

export const notificationsRefusals = defineRefusals({
  "notifications.not_found": 404,
  /** An endpoint that is at no push service we send to. */
  "notifications.push_service_unknown": 400,
  /** The browser subscribed with another key than ours. */
  "notifications.push_key_changed": 409,
  "notifications.devices_too_many": 409,
  "notifications.device_not_found": 404,
});
