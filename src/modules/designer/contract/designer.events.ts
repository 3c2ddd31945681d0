import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const designerEvents = defineEvents({
  /** Designs were made, or one was changed or deleted. */
  "designer.designs_changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof designerEvents> {}
}
