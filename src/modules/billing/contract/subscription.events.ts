import { z } from "zod";
import { halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { periodFailures, subscriptionStates } from "./enums.ts";

/** What happens to a merchant's subscription. */
export const subscriptionEvents = defineEvents({
  /** It began, was paid, changed its plan, its payment or its state. */
  "billing.subscription_changed": z.object({
    subscription_id: z.string(),
    state: z.enum(subscriptionStates),
  }),
  /** A renewal was not paid: paid tools are closed. `next_try_on`: when it is tried again by itself. Once for each try. */
  "billing.renewal_failed": z.object({
    subscription_id: z.string(),
    failure: z.enum(periodFailures),
    is_soft: z.boolean(),
    next_try_on: riyadhDay.nullable(),
  }),
  /** A payment came for a period that needed none, paid twice or given up: all of it goes back. Once for a payment. */
  "billing.period_payment_returned": z.object({ period_id: z.string(), amount_halalas: halalasSchema }),
  /** A trial ends in three days (day 11) or in one (day 13); `used`: units of what the plan opens. Once for each day. */
  "billing.trial_ending": z.object({
    subscription_id: z.string(),
    day: z.union([z.literal(11), z.literal(13)]),
    used: z.record(z.string(), z.number().int()),
  }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof subscriptionEvents> {}
}
