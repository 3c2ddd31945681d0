import { z } from "zod";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** Ad sets' names have at most 400 characters (ad-campaign); the other levels use the same limit. */
export const nameMax = 400;

/** The parts of Meta's objects that we read. */
export const idSchema = z.looseObject({ id: z.string() });
export const namedSchema = z.looseObject({ id: z.string(), name: z.string().catch("") });

export const adSetSchema = z.looseObject({
  id: z.string(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  optimization_goal: z.string().optional(),
  bid_amount: z.number().optional(),
  targeting: z.looseObject({ publisher_platforms: z.array(z.string()).optional() }).default({}),
  bid_constraints: z.looseObject({ roas_average_floor: z.number().optional() }).optional(),
});

/** The fields requested to know an object's state. */
export const stateFields: Record<Level, string> = {
  campaign: "id,name,status,effective_status,daily_budget",
  ad_group: "id,name,status,effective_status",
  ad: "id,name,status,effective_status,ad_review_feedback",
};
export const stateSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  effective_status: z.string(),
  daily_budget: z.string().optional(),
  ad_review_feedback: z.looseObject({ global: z.record(z.string(), z.string()).optional() }).optional(),
});
