import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { advices } from "./kinds.ts";

export const notificationsEvents = defineEvents({
  /** A week ended in which the merchant's ads spent: what they earned and wasted, and the one thing to do. */
  "notifications.week_ended": z.object({
    earned_halalas: halalasSchema,
    wasted_halalas: halalasSchema,
    advice: z.enum(advices),
    /** The campaign that the advice is about. */
    campaign_id: z.string().nullable(),
  }),
  /** Notifications came, were read, or how they come was set: of somebody in the team. */
  "notifications.changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof notificationsEvents> {}
}
