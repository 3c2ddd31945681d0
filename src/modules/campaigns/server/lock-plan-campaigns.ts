import type { Context } from "#base/server/context.ts";
import { listPlanCampaigns, lockCampaign } from "./campaigns.store.ts";
import type { CampaignRecord } from "./records.ts";

/** A plan's campaigns, locked in the order of their ids, as a budget move locks them. */
export async function lockPlanCampaigns(ctx: Context, planId: string): Promise<CampaignRecord[]> {
  const locked: CampaignRecord[] = [];
  for (const { id } of await listPlanCampaigns(ctx, planId)) locked.push(await lockCampaign(ctx, id));
  return locked;
}
