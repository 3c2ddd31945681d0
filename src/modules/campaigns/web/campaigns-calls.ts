import { makeCaller } from "#base/web/data/api.ts";
import type { CampaignsCalls } from "../contract/campaigns.calls.ts";
import type { DraftsCalls } from "../contract/drafts.calls.ts";
import type { PlansCalls } from "../contract/plans.calls.ts";

/** The campaigns' calls, typed by their contract alone. */
export const call = makeCaller<CampaignsCalls & DraftsCalls & PlansCalls>();
