import { defineRefusals } from "#base/shared/refusals.ts";

export const paymentsRefusals = defineRefusals({
  /** More than the payment has left: paid, less what went back, is on its way back, or was charged back. */
  "payments.refund_too_large": 409,
  /** A refund of the payment is being sent: what is left is not known before it ended. */
  "payments.refund_under_way": 409,
  /** Another payment's chargeback has this id. */
  "payments.dispute_used": 409,
  /** A running campaign, top-up or subscription uses the card, and no other usable card is there. */
  "payments.card_needed": 409,
  "payments.card_expired": 409,
  /** Its bank took a payment back: it is not charged without its cardholder. */
  "payments.card_charged_back": 409,
  /** The intent is paid, was given up, or is paid by a saved card. */
  "payments.intent_over": 409,
  /** The gateway's own page could not be opened now. */
  "payments.page_unavailable": 503,
  /** A card cannot replace itself. */
  "payments.same_card": 409,
});
