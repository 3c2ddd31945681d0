import { z } from "zod";

/** Names of campaigns, ad groups and ads have at most so many characters, and no emoji. */
export const nameMax = 512;
const emoji = /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}/gu;

/** A merchant's name without what TikTok refuses in it. */
export const plainName = (name: string): string => name.replace(emoji, "").replace(/\s+/g, " ");
/** True for words that TikTok takes in an ad: no emoji, no braces, no hash signs. */
export const isPlainText = (text: string): boolean => text.search(emoji) === -1 && !/[{}#]/.test(text);

/** The few fields of TikTok's objects that we read; whatever else they carry is kept as it came. */
const standing = z.looseObject({
  operation_status: z.string().optional(),
  secondary_status: z.string().optional(),
});
export const campaign = standing.extend({
  campaign_id: z.string(),
  campaign_name: z.string(),
  objective_type: z.string(),
  budget: z.number().nullish(),
  budget_mode: z.string().nullish(),
});
export const adGroup = standing.extend({
  adgroup_id: z.string(),
  adgroup_name: z.string(),
  campaign_id: z.string(),
  schedule_start_time: z.string(),
  bid_type: z.string().nullish(),
  billing_event: z.string(),
});
export const ad = standing.extend({
  ad_id: z.string(),
  ad_name: z.string(),
  adgroup_id: z.string(),
  image_ids: z.array(z.string()).nullish(),
  video_id: z.string().nullish(),
});
