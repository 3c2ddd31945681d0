import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { intentPurposes } from "./enums.ts";

/** The intent that a payment is for; `purpose` and `subject` tell its owner what was paid. */
const ofIntent = z.object({
  intent_id: z.string(),
  purpose: z.enum(intentPurposes),
  subject: z.string(),
});
const ofPayment = ofIntent.extend({
  /** The gateway's id. */
  payment_id: z.string(),
  /** What the payment took in all. */
  amount_halalas: halalasSchema,
});

/** What happens to payments at the gateway. Whoever owns the purpose moves the money in the ledger. */
export const paymentsEvents = defineEvents({
  /** The gateway reported this payment paid, for the first time. Once for each payment; an intent may be paid twice. */
  "payments.succeeded": ofPayment,
  /** `refunded_halalas` of the payment have gone back to its card in all. Once for each growth of that sum. */
  "payments.refunded": ofPayment.extend({ refunded_halalas: halalasSchema }),
  /** The last payment of an intent was declined, or the gateway refused the charge. It may still be paid. */
  "payments.failed": ofIntent,
  /** A paid intent saved its card, with the merchant's consent. */
  "payments.card_added": z.object({ card_id: z.string() }),
  /** The merchant removed a saved card. */
  "payments.card_removed": z.object({ card_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof paymentsEvents> {}
}
