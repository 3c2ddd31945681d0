import { z } from "zod";
import { halalasSchema, instant } from "#base/shared/contract.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { answerStatuses, categories, lengths, revisions, tones, tongues } from "./writer-enums.ts";

const units = z.number().int();

/** A fact of the store that an answer was written from, for its strip "from your store". */
export const factSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("price"), amount_halalas: halalasSchema }),
  /** Units of the last 30 days. */
  z.object({ kind: z.literal("units_sold"), units }),
  /** Of the units sold in the last 30 days, in percent. */
  z.object({ kind: z.literal("return_rate"), percent: z.number() }),
  /** Where most of the store's orders of the last 90 days went, the most first. */
  z.object({ kind: z.literal("top_cities"), cities: z.array(z.object({ ar: z.string(), en: z.string() })) }),
  /** Half of the store's delivered orders of the last 90 days arrived within these days. */
  z.object({ kind: z.literal("delivery_days"), days: units }),
  z.object({ kind: z.literal("cash_on_delivery") }),
  z.object({ kind: z.literal("stock_left"), units }),
]);
export type Fact = z.output<typeof factSchema>;

export const versionSchema = z.object({
  id: z.string(),
  /** From 1 within its answer. */
  number: z.number().int(),
  /** Empty where the category has none. */
  headline: z.string(),
  body: z.string(),
  is_favourite: z.boolean(),
  is_edited: z.boolean(),
});
export type Version = z.output<typeof versionSchema>;

/** What an answer was asked with. */
const request = {
  category: z.enum(categories),
  tongue: z.enum(tongues),
  tone: z.enum(tones),
  length: z.enum(lengths),
  /** Of the greeting for a season. */
  season: z.enum(seasonKeys).nullable(),
  prompt: z.string(),
  product_id: z.string().nullable(),
};

export const answerSummarySchema = z.object({
  id: z.string(),
  ...request,
  product_name: z.string().nullable(),
  status: z.enum(answerStatuses),
  /** What wrote it: `built_in`, or the model's name as the settings say it. */
  engine: z.string(),
  /** Words counted against the merchant's stock. */
  words: units,
  /** The headline or the first words of its first version. */
  excerpt: z.string(),
  favourites: units,
  created_at: instant,
});
export type AnswerSummary = z.output<typeof answerSummarySchema>;

export const answerSchema = answerSummarySchema.omit({ excerpt: true, favourites: true }).extend({
  /** The version that it revises, and how; null for an answer of its own. */
  revision: z.object({ version_id: z.string(), change: z.enum(revisions) }).nullable(),
  facts: z.array(factSchema),
  versions: z.array(versionSchema),
});
export type Answer = z.output<typeof answerSchema>;

/** What comes while an answer is written. */
export const writerItemSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("started"),
    id: z.string(),
    engine: z.string(),
    facts: z.array(factSchema),
  }),
  /** More of a version's text. */
  z.object({
    kind: z.literal("delta"),
    number: z.number().int(),
    field: z.enum(["headline", "body"]),
    text: z.string(),
  }),
  /** What was written so far is void: another engine begins again. */
  z.object({ kind: z.literal("restarted"), engine: z.string() }),
  z.object({ kind: z.literal("finished"), answer: answerSchema }),
]);
export type WriterItem = z.output<typeof writerItemSchema>;
