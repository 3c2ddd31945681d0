import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const creativeEvents = defineEvents({
  /** A new file was checked and stored; uploading the same file again publishes nothing. */
  "creative.media_uploaded": z.object({ media_id: z.string() }),
});

/** Events that nothing reads yet, and why they are published all the same. */
export const unreadEvents = {
  "creative.media_uploaded": "No screen lists media yet; a form that uploads a file already has it.",
} as const satisfies Partial<Record<keyof typeof creativeEvents, string>>;

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof creativeEvents> {}
}
