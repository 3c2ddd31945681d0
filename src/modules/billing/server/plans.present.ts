import type { z } from "zod";
import type { Row } from "#base/server/db/row.ts";
import { type Duration, durations, type PlanFeature } from "../contract/enums.ts";
import type { planSchema } from "../contract/plans.calls.ts";

export type PlanVersion = Row<"billing.plan_versions">;

export const toOpens = (version: Pick<PlanVersion, PlanFeature>): Record<PlanFeature, number | null> => ({
  writer_words: version.writer_words,
  designer_pictures: version.designer_pictures,
  rules: version.rules,
  messages: version.messages,
  consultations: version.consultations,
  ai_campaigns: version.ai_campaigns,
  members: version.members,
  landing_pages: version.landing_pages,
});

/** The price of a whole period of this length, with VAT. */
export function toPrice(version: PlanVersion, duration: Duration): number {
  const prices = {
    1: version.price_1_halalas,
    3: version.price_3_halalas,
    6: version.price_6_halalas,
    12: version.price_12_halalas,
  };
  return prices[duration];
}

export const presentPlan = (version: PlanVersion): z.output<typeof planSchema> => ({
  id: version.id,
  code: version.plan_code,
  name: { ar: version.name_ar, en: version.name_en },
  description: { ar: version.description_ar, en: version.description_en },
  prices: durations.map((duration_months) => {
    const price_halalas = toPrice(version, duration_months);
    return { duration_months, price_halalas, monthly_halalas: Math.round(price_halalas / duration_months) };
  }),
  opens: toOpens(version),
});
