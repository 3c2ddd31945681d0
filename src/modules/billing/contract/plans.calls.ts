import { z } from "zod";
import { defineCalls, halalasSchema } from "#base/shared/contract.ts";
import { durations } from "./enums.ts";

const read = { subject: "billing", action: "read" } as const;

/** A text in both languages. */
export const bothLanguages = z.object({ ar: z.string(), en: z.string() });
export const durationSchema = z.literal([...durations]);

const limit = z.number().int().min(0).max(1_000_000_000).nullable();
/** What a plan opens, a month; null is without limit, 0 is closed. */
export const opensSchema = z.object({
  writer_words: limit,
  designer_pictures: limit,
  rules: limit,
  messages: limit,
  consultations: limit,
  ai_campaigns: limit,
  members: limit,
  landing_pages: limit,
});

export const planSchema = z.object({
  /** The plan's version, whose terms never change. */
  id: z.string(),
  code: z.string(),
  name: bothLanguages,
  description: bothLanguages,
  /** The price of a whole period with VAT, and what that is a month, rounded half up. */
  prices: z.array(
    z.object({
      duration_months: durationSchema,
      price_halalas: halalasSchema,
      monthly_halalas: halalasSchema,
    }),
  ),
  opens: opensSchema,
});

/** Plans that can be subscribed to. */
export const plansCalls = defineCalls({
  "GET Clients/Billing/plans": {
    summary: "The plans with their prices and what they open",
    access: read,
    answer: z.object({ items: z.array(planSchema) }),
  },
});
export type PlansCalls = typeof plansCalls;
