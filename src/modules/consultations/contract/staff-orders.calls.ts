import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import {
  byOrderId,
  orderDetailsSchema,
  ordersExportQuery,
  ordersFile,
  ordersPage,
  ordersQuery,
} from "./order-shapes.ts";

const manage = { subject: "consultation_order", action: "manage" } as const;
const params = byOrderId;
const answer = orderDetailsSchema;
const reason = z.object({ reason: requiredText(500) });

export const staffOrdersCalls = defineCalls({
  "GET Staff/ConsultationOrders/index": {
    summary: "All merchants' orders, the newest first",
    access: manage,
    query: ordersQuery,
    answer: ordersPage,
  },
  "GET Staff/ConsultationOrders/export": {
    summary: "All merchants' orders that a filter finds, with who ordered, as a file; it is logged",
    access: manage,
    query: ordersExportQuery,
    answer: ordersFile,
  },
  "GET Staff/ConsultationOrders/{id}": {
    summary: "An order with its client and answers; the look is logged, and its merchant sees it",
    access: manage,
    params,
    answer,
  },
  "POST Staff/ConsultationOrders/{id}/accept": {
    summary: "Accepts an order: its merchant chooses a time now",
    access: manage,
    params,
    answer,
    refusals: ["consultations.wrong_status"],
  },
  "POST Staff/ConsultationOrders/{id}/reject": {
    summary: "Rejects an order with a reason; all that was paid is available again",
    access: manage,
    params,
    body: reason,
    answer,
    refusals: ["consultations.wrong_status", "wallet.money_stopped"],
  },
  "POST Staff/ConsultationOrders/{id}/confirm": {
    summary: "Confirms the time of an accepted order by hand, or moves the meeting of a confirmed one",
    access: manage,
    params,
    body: z.object({
      starts_at: instant,
      meeting_url: z
        .string()
        .trim()
        .max(500)
        .refine((typed) => URL.parse(typed)?.protocol === "https:", {
          error: "consultations:meeting_url_not_valid",
        }),
    }),
    answer,
    refusals: ["consultations.wrong_status", "consultations.time_passed"],
  },
  "POST Staff/ConsultationOrders/{id}/join": {
    summary: "Opens the meeting as its consultant; the first time is kept",
    access: manage,
    params,
    answer: z.object({ meeting_url: z.string().nullable().describe("null: not online") }),
    refusals: ["consultations.not_joinable"],
  },
  "POST Staff/ConsultationOrders/{id}/complete": {
    summary: "The consultation was held: its price is earned and invoiced",
    access: manage,
    params,
    answer,
    refusals: [
      "consultations.wrong_status",
      "consultations.not_begun",
      "consultations.consultant_absent",
      "wallet.money_stopped",
    ],
  },
  "POST Staff/ConsultationOrders/{id}/cancel": {
    summary: "Cancels an order with a reason; all that was paid is available again",
    access: manage,
    params,
    body: reason,
    answer,
    refusals: ["consultations.wrong_status", "wallet.money_stopped"],
  },
});
export type StaffOrdersCalls = typeof staffOrdersCalls;
