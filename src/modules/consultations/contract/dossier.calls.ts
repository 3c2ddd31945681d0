import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { byOrderId } from "./order-shapes.ts";

const read = { subject: "marketing_consultation", action: "read" } as const;
const manage = { subject: "marketing_consultation", action: "manage" } as const;
const staff = { subject: "consultation_order", action: "manage" } as const;

/** Ratios are null where there is nothing to divide by. */
const figures = {
  spend_halalas: halalasSchema,
  orders_placed: z.number().int(),
  orders_delivered: z.number().int(),
  sales_delivered_halalas: halalasSchema,
  roas_delivered: z.number().nullable(),
};

/** The days are Riyadh's, both included; nothing of it changes after `frozen_at`. */
export const dossierSchema = z.object({
  from: riyadhDay,
  to: riyadhDay,
  frozen_at: instant,
  totals: z.object(figures),
  /** Those that cost or brought anything in these days, the costliest first. */
  campaigns: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      platform: z.enum(platforms),
      status: z.string(),
      daily_budget_halalas: halalasSchema,
      ...figures,
    }),
  ),
});
export type Dossier = z.output<typeof dossierSchema>;

const state = z.object({
  /** Null while the merchant does not consent. */
  dossier: dossierSchema.nullable(),
});

export const dossierCalls = defineCalls({
  "GET Clients/ConsultationOrders/{id}/dossier": {
    summary: "What the consultant may read of the merchant's figures, with the merchant's consent",
    access: read,
    params: byOrderId,
    answer: state,
  },
  "PUT Clients/ConsultationOrders/{id}/dossier": {
    summary:
      "Consents, which freezes the last 30 days as they are known now, or withdraws consent, which deletes what was frozen",
    access: manage,
    params: byOrderId,
    body: z.object({ consents: z.boolean() }),
    answer: state,
    refusals: ["consultations.wrong_status"],
  },
  "GET Staff/ConsultationOrders/{id}/dossier": {
    summary: "The frozen 30 days of the order's merchant; without consent there are none",
    access: staff,
    params: byOrderId,
    answer: state,
  },
});
export type DossierCalls = typeof dossierCalls;
