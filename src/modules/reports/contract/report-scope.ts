import { z } from "zod";
import { riyadhDay } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { objectives, statuses } from "#modules/campaigns/contract/enums.ts";
import { comparisons } from "./report-tabs.ts";

const ids = z.string().max(60);

/** Several values of one filter, separated by commas in the address. */
const severalIds = z
  .string()
  .max(6_200)
  .transform((joined) => joined.split(",").filter((id) => id !== ""))
  .pipe(z.array(ids).max(100))
  .optional();

/**
 * What every tab of the reports is narrowed by, in its address: Riyadh days, both included (the last 30 up to today when
 * both are absent), at most 731 of them; a filter that is absent leaves nothing out. `city` is a city's key as the tab of
 * cities lists it.
 */
export const reportScopeQuery = {
  from: riyadhDay.optional(),
  to: riyadhDay.optional(),
  compare: z.enum(comparisons).default("previous"),
  store_id: ids.optional(),
  platform: z.enum(platforms).optional(),
  campaign_ids: severalIds,
  status: z.enum(statuses).optional(),
  objective: z.enum(objectives).optional(),
  city: z.string().max(120).optional(),
};

export const reportScopeSchema = z.object(reportScopeQuery);
export type ReportScope = z.output<typeof reportScopeSchema>;
