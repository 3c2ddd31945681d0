import { z } from "zod";
import { halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { intentPurposes, paymentFailures, refundFailures } from "./enums.ts";

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
  /**
   * `refunded_halalas` of the payment have gone back in all. Of these, `requested_halalas` in all are published otherwise:
   * refunds that the product requested itself, and what a chargeback took before the gateway showed it as a refund too.
   * What is more than that, the gateway did by itself; it only grows. Once for each change of the sums.
   */
  "payments.refunded": ofPayment.extend({
    refunded_halalas: halalasSchema,
    requested_halalas: halalasSchema.default(0),
  }),
  /**
   * The last payment of an intent was declined, or the gateway refused the charge. It may still be paid. After a soft
   * decline the same card may work on a later day; after a hard one it will not.
   */
  "payments.failed": ofIntent.extend({
    failure: z.enum(paymentFailures).default("unexplained"),
    is_soft: z.boolean().default(false),
  }),
  /** A refund that the product requested is over. `subject` is the requester's own reference, not the intent's. */
  "payments.refund_finished": ofIntent.extend({
    refund_id: z.string(),
    payment_id: z.string(),
    /** What was to go back: all of it did, or none. */
    amount_halalas: halalasSchema,
    result: z.enum(["done", "refused"]),
    failure: z.enum(refundFailures).nullable(),
  }),
  /**
   * A bank took money of this payment back for its cardholder. Once for each id: what a chargeback takes later, because
   * another one that was won had taken it, has an id of its own.
   */
  "payments.charged_back": ofPayment.extend({
    chargeback_id: z.string(),
    /** What was taken back: the payment or a part of it. */
    amount_halalas: halalasSchema,
  }),
  /** A chargeback was won, as staff recorded: its money came back. Once for each id that it was taken with, and after it. */
  "payments.chargeback_won": ofPayment.extend({
    chargeback_id: z.string(),
    /** What came back: what the chargeback took. */
    amount_halalas: halalasSchema,
  }),
  /** A paid intent saved its card, with the merchant's consent. */
  "payments.card_added": z.object({ card_id: z.string() }),
  /** An intent was paid, but its card could not be saved though the merchant wanted it. */
  "payments.card_not_added": z.object({ intent_id: z.string() }),
  /** Another card is the default one now. */
  "payments.default_card_changed": z.object({ card_id: z.string() }),
  /** Whatever used `card_id` uses `replaced_by` from now on; the old card is removed. */
  "payments.card_replaced": z.object({ card_id: z.string(), replaced_by: z.string() }),
  /** A card ends within a month. Once for each card and month. `expires_on`: its last day. */
  "payments.card_expiring": z.object({ card_id: z.string(), expires_on: riyadhDay }),
  /** The merchant removed a saved card. */
  "payments.card_removed": z.object({ card_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof paymentsEvents> {}
}
