import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const assistantsEvents = defineEvents({
  /** An answer of the digital writer was written, or one was changed or deleted. */
  "assistants.answers_changed": z.object({}),
  /** A campaign's plan was made, changed, stopped, or failed. */
  "assistants.plans_changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof assistantsEvents> {}
}
