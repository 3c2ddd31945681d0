import { z } from "zod";

/** Snap docs, Campaigns, Ad Squads, Ads, Creatives: the longest name, in characters. */
export const nameMax = 375;

/** The few fields of Snapchat's objects that we read; all others are kept unchanged. */
export const idSchema = z.looseObject({ id: z.string() });
export const namedSchema = z.looseObject({ id: z.string(), name: z.string() });
export const media = z.looseObject({ id: z.string(), name: z.string(), media_status: z.string() });
export const ad = z.looseObject({ id: z.string(), ad_squad_id: z.string(), creative_id: z.string() });
export const stateSchema = z.looseObject({
  id: z.string(),
  status: z.string().optional(),
  deleted: z.boolean().optional(),
  review_status: z.string().optional(),
  review_status_reasons: z.array(z.string()).nullish(),
});
