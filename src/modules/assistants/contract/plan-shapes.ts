import { z } from "zod";
import { halalasSchema, requiredText } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { genders } from "#modules/campaigns/contract/enums.ts";
import { planStatuses, planSteps } from "./plan-steps.ts";
import { sentenceMax, tongues } from "./writer-enums.ts";

const units = z.number().int();
const percent = units;
const names = z.object({ ar: z.string(), en: z.string() });

/**
 * Why a choice is as it is. What carries figures comes from the merchant's own records of so many days; the others say plainly
 * that somebody said so, or that it is a default.
 */
export const reasonSchema = z.discriminatedUnion("kind", [
  /** It stands in the description; or a model understood it so; or it stands in a field of the form; or it was asked for afterwards. */
  z.object({ kind: z.literal("described") }),
  z.object({ kind: z.literal("read_by_model"), engine: z.string() }),
  z.object({ kind: z.literal("typed") }),
  z.object({ kind: z.literal("asked") }),
  /** The description speaks of a gift: who gets it is not who buys it. */
  z.object({ kind: z.literal("gift") }),
  z.object({ kind: z.literal("audience_default") }),
  /** Of all delivered orders so many per cent went to these cities. */
  z.object({ kind: z.literal("cities_share"), percent, orders: units, days: units, cities: z.array(names) }),
  /** Orders go to so many places that even the three largest have no more than this. */
  z.object({ kind: z.literal("cities_spread"), percent, orders: units, days: units, cities: z.array(names) }),
  z.object({ kind: z.literal("places_default"), orders: units, days: units }),
  z.object({ kind: z.literal("budget_default") }),
  z.object({ kind: z.literal("cost_per_order"), amount_halalas: halalasSchema, orders: units, days: units }),
  z.object({ kind: z.literal("no_end") }),
  z.object({ kind: z.literal("split_by_return"), days: units }),
  /** Too little was measured on these platforms to prefer one. */
  z.object({ kind: z.literal("split_default"), unmeasured: z.array(z.enum(platforms)), days: units }),
  z.object({ kind: z.literal("only_platform") }),
  z.object({ kind: z.literal("returns"), percent, units, days: units }),
  z.object({ kind: z.literal("sales_unknown") }),
  z.object({ kind: z.literal("sold"), units, days: units }),
]);
export type Reason = z.infer<typeof reasonSchema>;
const reasons = z.array(reasonSchema);

const range = z.object({ low: z.number(), middle: z.number(), high: z.number() });

/** What earlier campaigns let expect of a plan; `middle` is the merchant's own average. */
export const expectedSchema = z.object({
  days: units,
  spend_halalas: halalasSchema,
  clicks: range,
  orders: range,
  sales_halalas: range,
  /** Sales of delivered orders for each riyal spent. */
  roas: range,
  /** The merchant's own weeks, orders and spend that it is computed from. */
  basis: z.object({ weeks: units, orders: units, spend_halalas: halalasSchema }),
  /** Platforms of the plan of which too little was measured: their part is in no figure. */
  left_out: z.array(z.enum(platforms)),
});
export type Expected = z.infer<typeof expectedSchema>;

/** The choices of a plan, each with its reasons. */
export const choicesSchema = z.object({
  audience: z.object({ gender: z.enum(genders), reasons }),
  /** No city: the whole Kingdom. */
  places: z.object({ cities: z.array(names.extend({ key: z.string() })), reasons }),
  /** `days` null: without an end. */
  budget: z.object({ daily_halalas: halalasSchema.nullable(), days: units.nullable(), reasons }),
  split: z.object({
    parts: z.array(
      z.object({
        platform: z.enum(platforms),
        /** Basis points of the daily budget. */
        share: units,
        /** What was measured there; null where it was too little. */
        measured: z.object({ roas: z.number(), orders: units, spend_halalas: halalasSchema }).nullable(),
      }),
    ),
    reasons,
  }),
  product: z.object({ name: z.string(), reasons }),
});
export type PlanChoices = z.infer<typeof choicesSchema>;

const text = z.object({ headline: z.string(), text: z.string() });

/** What a finished plan is. */
export const planResultSchema = z.object({
  draft_id: z.string(),
  choices: choicesSchema,
  /** Null where the merchant's own figures are too few. */
  expected: expectedSchema.nullable(),
  texts: z.array(text),
  /** The description speaks of a discount, and the texts do not: it needs a licence. */
  discount_left_out: z.boolean(),
  /** Values that a platform would have refused, and that took the nearest one it accepts. */
  mended: units,
  /** Fields that only the merchant can fill. */
  left: z.array(z.object({ platform: z.enum(platforms).nullable(), field: z.string() })),
});
export type PlanResult = z.infer<typeof planResultSchema>;

export const planSchema = z.object({
  id: z.string(),
  status: z.enum(planStatuses),
  /** Grows with each change: a change of an older one is refused. */
  revision: units,
  description: z.string(),
  /** What writes or wrote its texts: `built_in`, or the model's name. */
  engine: z.string(),
  /** Those that are done. */
  steps: z.array(z.enum(planSteps)),
  result: planResultSchema.nullable(),
  /** The picture of the product or page that the ads get; null where there is none. */
  picture_url: z.string().nullable(),
  /** Words counted against the merchant's stock, those of changed texts with them. */
  words: units,
  /** The draft was changed in the form: the plan leaves it alone from then on. */
  is_edited: z.boolean(),
  /** Whether the last change can be taken back. */
  can_undo: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;

/** What comes while a plan is made. */
export const planItemSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("started"), plan: planSchema }),
  z.object({ kind: z.literal("step"), step: z.enum(planSteps) }),
  /** More of an ad's text. */
  z.object({
    kind: z.literal("delta"),
    number: units,
    field: z.enum(["headline", "body"]),
    text: z.string(),
  }),
  /** The texts so far are void: another engine begins again. */
  z.object({ kind: z.literal("restarted"), engine: z.string() }),
  z.object({ kind: z.literal("finished"), plan: planSchema }),
]);
export type PlanItem = z.infer<typeof planItemSchema>;

/** One choice that is asked for again; all others stay. */
export const planChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("budget"), direction: z.enum(["lower", "higher"]) }),
  z.object({ kind: z.literal("audience"), gender: z.enum(genders) }),
  z.object({ kind: z.literal("kingdom") }),
  z.object({
    kind: z.literal("platforms"),
    platforms: z.array(z.enum(platforms)).min(1).max(platforms.length),
  }),
  z.object({ kind: z.literal("texts"), tongue: z.enum(tongues).optional() }),
  /** A sentence: only what it says is changed ("women in Jeddah", "200 riyals a day"). */
  z.object({ kind: z.literal("sentence"), text: requiredText(sentenceMax) }),
]);
export type PlanChange = z.infer<typeof planChangeSchema>;
