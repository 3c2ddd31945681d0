import { z } from "zod";
import { defineCalls, instant, pageQuery, pageSchema, riyadhDay } from "#base/shared/contract.ts";
import { attributionCalls } from "./attribution.calls.ts";
import { couponCalls } from "./coupons.calls.ts";
import { trackingIdPattern, typedTrackingId } from "./tracking-id.ts";

const linkId = z.string().regex(trackingIdPattern);
const id = z.string().max(60);

export const linkSchema = z.object({
  id: linkId,
  /** The address that the ad carries. */
  url: z.string(),
  destination_url: z.string(),
  platform: z.string(),
  campaign_id: id,
  ad_group_id: id,
  ad_id: id,
  created_at: instant,
  stopped_at: instant.nullable(),
  /** Valid clicks; bot clicks are a separate figure, never part of it. */
  clicks: z.number().int(),
  bot_clicks: z.number().int(),
  /** Orders attributed to a click of this link. */
  orders: z.number().int(),
});
export type LinkAnswer = z.output<typeof linkSchema>;

const clickDay = z.object({
  day: riyadhDay,
  campaign_id: id,
  clicks: z.number().int(),
  bot_clicks: z.number().int(),
});

const reading = { subject: "tracking_link", action: "read" } as const;
const managing = { subject: "tracking_link", action: "manage" } as const;

export const trackingCalls = defineCalls({
  ...attributionCalls,
  ...couponCalls,
  "GET Clients/Tracking/index": {
    summary: "The merchant's tracking links with their clicks and orders, newest first",
    access: reading,
    query: pageQuery.extend({ campaign_id: id.optional() }),
    answer: pageSchema(linkSchema),
  },
  "GET Clients/Tracking/clicks": {
    summary: "Clicks by campaign and Riyadh day, both days included; days without clicks are left out",
    access: reading,
    query: z.object({ campaign_id: id.optional(), from: riyadhDay, to: riyadhDay }),
    answer: z.object({ days: z.array(clickDay) }),
  },
  "POST Clients/Tracking/{id}/stop": {
    summary: "Stops a link: from now on it answers with a page that says it is no longer in use",
    access: managing,
    params: z.object({ id: typedTrackingId }),
    answer: linkSchema,
    refusals: ["tracking.link_not_found"],
  },
  "POST Clients/Tracking/{id}/resume": {
    summary: "Puts a stopped link to use again",
    access: managing,
    params: z.object({ id: typedTrackingId }),
    answer: linkSchema,
    refusals: ["tracking.link_not_found"],
  },
});
