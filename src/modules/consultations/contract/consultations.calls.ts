import { z } from "zod";
import { defineCalls, halalasSchema } from "#base/shared/contract.ts";
import { couponChecks, couponCode, priceSchema } from "./prices.ts";
import { promisesSchema } from "./promises.ts";
import { answersSchema, questionsSchema } from "./questions.ts";

const read = { subject: "marketing_consultation", action: "read" } as const;
const manage = { subject: "marketing_consultation", action: "manage" } as const;
const byId = z.object({ id: z.string().min(1).max(64) });

/** A consultation as merchants see it; texts in both languages. */
export const offerSchema = z.object({
  id: z.string(),
  title_ar: z.string(),
  title_en: z.string(),
  outcome_ar: z.string(),
  outcome_en: z.string(),
  /** With VAT. */
  price_halalas: halalasSchema,
  currency: z.literal("SAR"),
  minutes: z.number().int(),
  consultant_name: z.string(),
  consultant_promises: promisesSchema,
  questions: questionsSchema,
});
export type Offer = z.output<typeof offerSchema>;

export const consultationsCalls = defineCalls({
  "GET Clients/Consultations/index": {
    summary: "The consultations that can be ordered now, in our team's order",
    access: read,
    answer: z.object({ items: z.array(offerSchema) }),
  },
  "GET Clients/Consultations/{id}": {
    summary: "A consultation with the answers that the merchant has typed so far, and what is in the wallet",
    access: read,
    params: byId,
    answer: offerSchema.extend({
      draft: answersSchema,
      available_halalas: halalasSchema,
      free_halalas: z
        .number()
        .int()
        .describe("what can be paid from the balance now: below zero while more is owed than there is"),
      plan_left: z
        .number()
        .int()
        .nullable()
        .describe("what is left of the plan's consultations of the month; null without limit"),
      vouchers: z.number().int().describe("consultation vouchers that can be used now"),
    }),
    refusals: ["consultations.not_offered"],
  },
  "POST Clients/Consultations/{id}/price": {
    summary: "What a consultation costs with a coupon; stores nothing",
    access: manage,
    params: byId,
    body: z.object({ coupon: couponCode }),
    answer: priceSchema,
    refusals: ["consultations.not_offered", ...couponChecks],
  },
  "PUT Clients/Consultations/{id}/draft": {
    summary: "Keeps the answers as they are typed; those of other questions are left out",
    access: manage,
    params: byId,
    body: z.object({ answers: answersSchema }),
    answer: z.object({ draft: answersSchema }),
    refusals: ["consultations.not_offered"],
  },
});
export type ConsultationsCalls = typeof consultationsCalls;
