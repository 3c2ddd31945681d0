import type { CataloguePlan, PlanFields } from "../../contract/catalogue-plans.calls.ts";
import { type PlanFeature, planFeatures } from "../../contract/enums.ts";
import { fromLimit, type Limit, requireLimit, requireNumber, toLimit } from "./limit-field.tsx";

export const priceFields = [
  "price_1_halalas",
  "price_3_halalas",
  "price_6_halalas",
  "price_12_halalas",
] as const;
type PriceField = (typeof priceFields)[number];

const texts = ["name_ar", "name_en", "description_ar", "description_en"] as const;
/** Everything that a plan's form writes. */
export const planFields = [...texts, ...priceFields, ...planFeatures, "is_offered"] as const;

/** A plan as its form holds it: what is not typed yet is null. */
export type PlanValues = { code: string; is_offered: boolean } & Record<(typeof texts)[number], string> &
  Record<PriceField, number | null> &
  Record<PlanFeature, Limit>;

/** The plan's own values; an empty form for a new one. */
export function toPlanValues(plan: CataloguePlan | null): PlanValues {
  const features = planFeatures.map((feature) => [feature, toLimit(plan ? plan[feature] : undefined)]);
  return {
    code: plan?.code ?? "",
    name_ar: plan?.name_ar ?? "",
    name_en: plan?.name_en ?? "",
    description_ar: plan?.description_ar ?? "",
    description_en: plan?.description_en ?? "",
    price_1_halalas: plan?.price_1_halalas ?? null,
    price_3_halalas: plan?.price_3_halalas ?? null,
    price_6_halalas: plan?.price_6_halalas ?? null,
    price_12_halalas: plan?.price_12_halalas ?? null,
    ...(Object.fromEntries(features) as Record<PlanFeature, Limit>),
    is_offered: plan?.is_offered ?? true,
  };
}

/** What a call takes of a plan. */
export const toPlanFields = (plan: CataloguePlan): PlanFields =>
  Object.fromEntries(planFields.map((field) => [field, plan[field]])) as PlanFields;

/** What a call takes of a form that `planRules` found complete. */
export const readPlanValues = ({ code: _, ...values }: PlanValues): PlanFields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? fromLimit(value) : value,
    ]),
  ) as PlanFields;

const rules = [
  ...priceFields.map((field) => [field, requireNumber]),
  ...planFeatures.map((feature) => [feature, requireLimit]),
];
/** Numbers that must be typed; everything else is checked by the server. */
export const planRules = Object.fromEntries(rules) as Record<PriceField, typeof requireNumber> &
  Record<PlanFeature, typeof requireLimit>;
