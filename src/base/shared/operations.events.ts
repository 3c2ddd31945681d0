import { z } from "zod";
import { defineEvents, type EventsOf } from "./events.ts";
import { operationStatuses } from "./operation-statuses.ts";

const operation = z.object({ operation_id: z.string(), kind: z.string() });
const counts = { total: z.number().int(), done: z.number().int(), failed: z.number().int() };

export const operationsEvents = defineEvents({
  /** Some of its items have ended; more are to come. */
  "operation.progressed": operation.extend(counts),
  /** All its items have ended, or the rest was skipped. */
  "operation.finished": operation.extend({ ...counts, status: z.enum(operationStatuses) }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof operationsEvents> {}
}
