import { z } from "zod";
import { defineCalls, halalasSchema, requiredText, text } from "#base/shared/contract.ts";
import { manageCatalogue, price, readCatalogue, revision } from "./catalogue.ts";
import { opensSchema } from "./plans.calls.ts";

const code = z.string().regex(/^[a-z][a-z0-9_]{1,30}$/, { error: "billing:plan_code_not_valid" });

/** What staff write of a plan; `price_3_halalas` is the price of three months with VAT. */
const fields = opensSchema.extend({
  name_ar: requiredText(60),
  name_en: requiredText(60),
  description_ar: text(300),
  description_en: text(300),
  price_1_halalas: price,
  price_3_halalas: price,
  price_6_halalas: price,
  price_12_halalas: price,
  /** False: nobody new subscribes; who has it keeps it. */
  is_offered: z.boolean(),
});
export type PlanFields = z.output<typeof fields>;

const plan = opensSchema.extend({
  code: z.string(),
  revision: z.number().int(),
  /** How often its terms were changed, from 1. */
  version: z.number().int(),
  /** The plan that the free trial opens. */
  is_trial: z.boolean(),
  name_ar: z.string(),
  name_en: z.string(),
  description_ar: z.string(),
  description_en: z.string(),
  price_1_halalas: halalasSchema,
  price_3_halalas: halalasSchema,
  price_6_halalas: halalasSchema,
  price_12_halalas: halalasSchema,
  is_offered: z.boolean(),
});
export type CataloguePlan = z.output<typeof plan>;
const plans = z.object({ items: z.array(plan) });

const refusalsOfPrices = ["billing.price_not_rising", "billing.price_above_months"] as const;

export const cataloguePlansCalls = defineCalls({
  "GET Staff/Billing/plans": {
    summary: "All plans with the terms that are sold now, from the smallest to the largest",
    access: readCatalogue,
    answer: plans,
  },
  "POST Staff/Billing/plans": {
    summary: "Creates a plan, as the largest",
    access: manageCatalogue,
    body: fields.extend({ code }),
    answer: plan,
    refusals: ["billing.plan_code_taken", ...refusalsOfPrices],
    idempotent: true,
  },
  "PUT Staff/Billing/plans/{code}": {
    summary: "Changes a plan: other terms are a new version, and who subscribed keeps the one they bought",
    access: manageCatalogue,
    params: z.object({ code: z.string().min(1).max(64) }),
    body: fields.extend({ revision }),
    answer: plan,
    refusals: ["billing.edited_meanwhile", ...refusalsOfPrices],
  },
  "POST Staff/Billing/plans/reorder": {
    summary: "Orders all plans, the smallest first: what is an upgrade follows it",
    access: manageCatalogue,
    body: z.object({ items: z.array(z.object({ code, revision })).min(1).max(100) }),
    answer: plans,
    refusals: ["billing.edited_meanwhile"],
  },
});
