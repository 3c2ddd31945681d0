import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const notificationsEvents = defineEvents({
  /** A notification came, was read, or a kind was muted. */
  "notifications.changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof notificationsEvents> {}
}
