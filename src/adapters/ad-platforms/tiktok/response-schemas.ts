import { z } from "zod";

/** The longest name of campaigns, ad groups and ads, in characters; emoji are not allowed. */
export const nameMax = 512;
const emoji = /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}/gu;

/** A merchant's name without the characters that TikTok refuses. */
export const plainName = (name: string): string => name.replace(emoji, "").replace(/\s+/g, " ");
/** True for a text that TikTok accepts in an ad: no emoji, no braces, no hash signs. */
export const isPlainText = (text: string): boolean => text.search(emoji) === -1 && !/[{}#]/.test(text);

/** The few fields of TikTok's objects that we read; all others are kept unchanged. */
export const campaignIdSchema = z.looseObject({ campaign_id: z.string() });
export const adGroupIdSchema = z.looseObject({ adgroup_id: z.string() });
export const campaign = campaignIdSchema.extend({ objective_type: z.string() });
export const adGroup = adGroupIdSchema.extend({
  schedule_start_time: z.string(),
  dayparting: z.string().nullish(),
  bid_type: z.string().nullish(),
  billing_event: z.string(),
  optimization_goal: z.string().nullish(),
});
export const ad = z.looseObject({
  ad_id: z.string(),
  adgroup_id: z.string(),
  image_ids: z.array(z.string()).nullish(),
  video_id: z.string().nullish(),
  music_id: z.string().nullish(),
});
const creativeInfo = z.looseObject({
  video_info: z.looseObject({ video_id: z.string() }).nullish(),
  image_info: z.array(z.looseObject({ web_uri: z.string() })).nullish(),
  music_info: z.looseObject({ music_id: z.string() }).nullish(),
});
export const smartPlusAd = z.looseObject({
  smart_plus_ad_id: z.string(),
  creative_list: z.array(z.looseObject({ creative_info: creativeInfo })).nullish(),
  ad_configuration: z.looseObject({ call_to_action_id: z.string().nullish() }).nullish(),
});
