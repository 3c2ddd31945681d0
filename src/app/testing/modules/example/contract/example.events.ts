import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const exampleEvents = defineEvents({
  /** The merchant wrote a note. */
  "example.note_added": z.object({ note_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof exampleEvents> {}
}
