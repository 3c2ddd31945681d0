import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const privacyEvents = defineEvents({
  /** An export progressed or ended, a consent changed, or the erasure was asked for or taken back. */
  "privacy.changed": z.object({}),
  /** An export can be downloaded. */
  "privacy.export_ready": z.object({ export_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof privacyEvents> {}
}
