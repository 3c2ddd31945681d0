import { defineRefusals } from "#base/shared/refusals.ts";

export const notificationsRefusals = defineRefusals({ "notifications.not_found": 404 });
