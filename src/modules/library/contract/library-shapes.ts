import { z } from "zod";
import { halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { callsToAction, mediaKinds, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { hookKinds, offerKinds, proofKinds } from "#modules/campaigns/contract/ad-structure.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { adStyles, adTypes, itemSources, sectors } from "./library-enums.ts";

export const itemId = z.string().min(5).max(60);
export const byId = z.object({ id: itemId });

/** How an ad is built; null where it has none or nobody said. */
export const structureSchema = z.object({
  hook: z.enum(hookKinds).nullable(),
  proof: z.enum(proofKinds).nullable(),
  offer: z.enum(offerKinds).nullable(),
});

/** A picture or video with addresses that an `<img>` can open. */
const mediaSchema = z.object({
  kind: z.enum(mediaKinds),
  width: z.number().int(),
  height: z.number().int(),
  url: z.string(),
  thumbnail_url: z.string(),
});

/** What an own ad brought in the days in which it ran. */
const resultsSchema = z.object({
  roas_delivered: z.number(),
  days_run: z.number().int().describe("days on which it cost something"),
  first_day: riyadhDay,
  last_day: riyadhDay,
  spend_halalas: halalasSchema,
  orders_delivered: z.number().int(),
  sales_delivered_halalas: halalasSchema,
  measured_at: instant,
});

export const itemSchema = z.object({
  id: itemId,
  source: z.enum(itemSources),
  /** A library row's reference, or the own ad's name. */
  title: z.string(),
  type: z.enum(adTypes),
  link: z.string().nullable(),
  ad_day: riyadhDay.nullable(),
  season: z.enum(seasonKeys).nullable(),
  style: z.enum(adStyles).nullable(),
  platform: z.enum(platforms).nullable(),
  sector: z.enum(sectors).nullable(),
  editor: z.string(),
  writer: z.string(),
  /** What our team wrote about a library row. */
  notes: z.string(),
  structure: structureSchema,
  call_to_action: z.enum(callsToAction).nullable(),
  media: mediaSchema.nullable(),
  /** Own ads only. */
  results: resultsSchema.nullable(),
  campaign_id: z.string().nullable().describe("own ads only"),
  /** The merchant's own. */
  own_note: z.string(),
  collection_ids: z.array(z.string()),
});
export type LibraryItem = z.output<typeof itemSchema>;

export const collectionSchema = z.object({
  id: itemId,
  name: z.string(),
  items: z.number().int(),
  created_at: instant,
});
export type Collection = z.output<typeof collectionSchema>;
