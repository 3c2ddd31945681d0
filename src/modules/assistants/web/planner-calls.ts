import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { PlannerCalls } from "../contract/planner.calls.ts";

/** The campaign planner's calls, typed by their contract alone. */
export const call = makeCaller<PlannerCalls>();

export type PlannedCampaign = Answer<PlannerCalls["POST Clients/CampaignPlanner/drafts"]>;
