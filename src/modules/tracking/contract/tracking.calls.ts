import { z } from "zod";
import { defineCalls, riyadhDay } from "#base/shared/contract.ts";
import { attributionCalls } from "./attribution.calls.ts";
import { couponCalls } from "./coupons.calls.ts";

const id = z.string().max(60);

const clickDay = z.object({
  day: riyadhDay,
  campaign_id: id,
  clicks: z.number().int(),
  bot_clicks: z.number().int(),
});

const reading = { subject: "tracking_link", action: "read" } as const;

export const trackingCalls = defineCalls({
  ...attributionCalls,
  ...couponCalls,
  "GET Clients/Tracking/clicks": {
    summary: "Clicks by campaign and Riyadh day, both days included; days without clicks are left out",
    access: reading,
    readsReplica: true,
    query: z.object({ campaign_id: id.optional(), from: riyadhDay, to: riyadhDay }),
    answer: z.object({ days: z.array(clickDay) }),
  },
});
