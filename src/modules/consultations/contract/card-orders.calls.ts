import { z } from "zod";
import { defineCalls, halalasSchema } from "#base/shared/contract.ts";
import { paymentFormSchema } from "#modules/payments/contract/payment-form.ts";
import { cardOrderReasons, cardOrderStates } from "./consultations-enums.ts";
import { couponChecks, couponCode } from "./prices.ts";
import { answersSchema } from "./questions.ts";

const read = { subject: "marketing_consultation", action: "read" } as const;
/** Whoever may order may deposit as well: both are the owner's and the manager's. */
const manage = { subject: "marketing_consultation", action: "manage" } as const;
const byId = z.object({ id: z.string().min(1).max(64) });

export const cardOrdersCalls = defineCalls({
  "POST Clients/Consultations/{id}/order-by-card": {
    summary:
      "Orders a consultation with a card: what the balance lacks is deposited, and then the order is placed and its price held. Never takes card data",
    access: manage,
    params: byId,
    body: z.object({
      answers: answersSchema,
      coupon: couponCode.optional(),
      /** The price that the merchant saw, after the coupon: another one is refused, now and when it is placed. */
      expected_price_halalas: halalasSchema,
      /** What the merchant saw that the card pays: another amount is refused. */
      amount_halalas: halalasSchema,
      /** A saved card; without it the gateway's form takes one. */
      card_id: z.string().min(1).max(64).optional(),
    }),
    answer: z.object({
      deposit_id: z.string(),
      amount_halalas: halalasSchema.describe("what the card pays"),
      form: paymentFormSchema.nullable().describe("null: the saved card is charged"),
    }),
    refusals: [
      "consultations.not_offered",
      "consultations.changed",
      "consultations.answer_missing",
      "consultations.answer_unknown",
      "consultations.balance_enough",
      "consultations.amount_changed",
      ...couponChecks,
      "wallet.card_expired",
      "wallet.too_many_open_deposits",
    ],
    idempotent: true,
  },
  "GET Clients/ConsultationCardOrders/{id}": {
    summary: "What became of an order that a card pays, by its deposit",
    access: read,
    params: byId,
    answer: z.object({
      deposit_id: z.string(),
      consultation_id: z.string(),
      state: z.enum(cardOrderStates),
      order_id: z.string().nullable(),
      /** Why it was not placed; what was deposited is in the balance, and nothing is held. */
      reason: z.enum(cardOrderReasons).nullable(),
    }),
  },
});
export type CardOrdersCalls = typeof cardOrdersCalls;
