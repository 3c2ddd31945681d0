import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, text } from "#base/shared/contract.ts";
import {
  byOrderId,
  orderDetailsSchema,
  orderSchema,
  ordersExportQuery,
  ordersFile,
  ordersPage,
  ordersQuery,
} from "./order-shapes.ts";
import { couponChecks, couponCode } from "./prices.ts";
import { answersSchema } from "./questions.ts";

const read = { subject: "marketing_consultation", action: "read" } as const;
const manage = { subject: "marketing_consultation", action: "manage" } as const;
const params = byOrderId;
const answer = orderDetailsSchema;

export const ordersCalls = defineCalls({
  "POST Clients/Consultations/{id}/order": {
    summary: "Orders a consultation: its price, or a voucher, is held until it was held or is given back",
    access: manage,
    params,
    body: z.object({
      answers: answersSchema,
      /** `voucher`: the plan's consultations of the month first, then vouchers. No coupon is used: it takes the whole price. */
      pay_with: z.enum(["balance", "voucher"]).default("balance"),
      coupon: couponCode.optional(),
      /** The price that the merchant saw, after the coupon: another one is refused. With a voucher the price it takes. */
      expected_price_halalas: halalasSchema,
    }),
    answer: orderSchema,
    refusals: [
      "consultations.not_offered",
      "consultations.changed",
      "consultations.answer_missing",
      "consultations.answer_unknown",
      ...couponChecks,
      "billing.stock_not_enough",
      "wallet.balance_not_enough",
      "wallet.money_stopped",
    ],
    idempotent: true,
  },
  "GET Clients/ConsultationOrders/index": {
    summary: "The merchant's orders, the newest first; those they deleted are left out",
    access: read,
    readsReplica: true,
    query: ordersQuery,
    answer: ordersPage,
  },
  "GET Clients/ConsultationOrders/export": {
    summary: "All orders of the merchant that a filter finds, as a file",
    access: read,
    readsReplica: true,
    query: ordersExportQuery,
    answer: ordersFile,
  },
  "GET Clients/ConsultationOrders/{id}": {
    summary: "An order with its answers, its meeting and what happened to it",
    access: read,
    params,
    answer,
  },
  "POST Clients/ConsultationOrders/{id}/cancel": {
    summary: "Cancels an order until its meeting begins; all that was paid is available again",
    access: manage,
    params,
    body: z.object({ reason: text(500) }),
    answer,
    refusals: ["consultations.wrong_status", "consultations.already_begun", "wallet.money_stopped"],
  },
  "POST Clients/ConsultationOrders/{id}/delete": {
    summary: "Hides an order that has ended; it is kept",
    access: manage,
    params,
    answer: z.object({ id: z.string() }),
    refusals: ["consultations.wrong_status"],
  },
  "POST Clients/ConsultationOrders/{id}/join": {
    summary: "Opens the meeting, from a quarter of an hour before its start; the first time is kept",
    access: manage,
    params,
    answer: z.object({ meeting_url: z.string().nullable().describe("null: not online") }),
    refusals: ["consultations.not_joinable"],
  },
  "POST Clients/ConsultationOrders/{id}/rate": {
    summary: "Rates a consultation that was held",
    access: manage,
    params,
    body: z.object({ rating: z.number().int().min(1).max(5), comment: text(1_000) }),
    answer,
    refusals: ["consultations.wrong_status"],
  },
  "GET Clients/ConsultationOrders/{id}/calendar": {
    summary: "The meeting as a calendar file (iCalendar)",
    access: read,
    params,
    answer: file({ types: ["text/calendar"], cache: "no-store" }),
  },
});
export type OrdersCalls = typeof ordersCalls;
