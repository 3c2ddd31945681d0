import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const creativeEvents = defineEvents({
  /** A new file was checked and stored; uploading the same file again publishes nothing. */
  "creative.media_uploaded": z.object({ media_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof creativeEvents> {}
}
