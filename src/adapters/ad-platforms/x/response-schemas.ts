import { z } from "zod";

/** The few fields of X's objects that we read. */
export const idSchema = z.looseObject({ id: z.string() });
export const namedSchema = z.looseObject({ id: z.string(), name: z.string().nullish() });
export const stateSchema = z.looseObject({
  id: z.string(),
  entity_status: z.string(),
  deleted: z.boolean(),
  daily_budget_amount_local_micro: z.number().nullish(),
});
export const lineItem = z.looseObject({
  id: z.string(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
  goal: z.string().nullish(),
  bid_strategy: z.string().nullish(),
  bid_amount_local_micro: z.number().nullish(),
  primary_web_event_tag: z.string().nullish(),
});
export const criterion = z.looseObject({
  id: z.string(),
  targeting_type: z.string(),
  targeting_value: z.string(),
});
export const promotion = z.looseObject({
  id: z.string(),
  line_item_id: z.string(),
  tweet_id: z.string(),
  entity_status: z.string(),
  approval_status: z.string(),
  deleted: z.boolean(),
});
/** Ids of posts are larger than 2^53: only their string form is exact. */
export const post = z.looseObject({ id_str: z.string(), name: z.string().nullish() });
export const card = z.looseObject({ card_uri: z.string(), name: z.string() });
export const media = z.looseObject({
  media_key: z.string(),
  media_status: z.string(),
  name: z.string().nullish(),
});
