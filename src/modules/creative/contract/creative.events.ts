import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

const media = z.object({ media_id: z.string() });

export const creativeEvents = defineEvents({
  /** A new file was checked and stored, or cut out of another; uploading the same file again publishes nothing. */
  "creative.media_uploaded": media,
  /** Its name or its thumbnail is another one. */
  "creative.media_changed": media,
  "creative.media_deleted": media,
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof creativeEvents> {}
}
