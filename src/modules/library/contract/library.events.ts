import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const libraryEvents = defineEvents({
  /** Own ads entered the merchant's library, left it, or have other figures. */
  "library.winners_changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof libraryEvents> {}
}
