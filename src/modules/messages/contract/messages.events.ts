import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { optionalTopics } from "./enums.ts";

export const messagesEvents = defineEvents({
  /** A code came back: e-mail may go to the address of the profile. */
  "messages.email_proven": z.object({}),
  /** A further number was proven, or removed. */
  "messages.numbers_changed": z.object({}),
  /** A text was sent, delivered or read, or failed for good; an SMS that stands in for it speaks for it. */
  "messages.text_advanced": z.object({
    /** The key it was queued under. */
    key: z.string(),
    state: z.enum(["sent", "delivered", "read", "failed"]),
    /** How many messages an SMS was billed as; null where the vendor has not said it. */
    parts: z.number().int().nullable(),
  }),
  /** The reader wants no more e-mail about this: `subject_id` is the owner's id of it. */
  "messages.unsubscribed": z.object({ topic: z.enum(optionalTopics), subject_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof messagesEvents> {}
}
