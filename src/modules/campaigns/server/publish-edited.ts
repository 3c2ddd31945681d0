import type { Context } from "#base/server/context.ts";
import type { CampaignRecord } from "./records.ts";
import { enqueueSync } from "./sync-jobs.ts";

/**
 * The campaign, an ad group or an ad was changed: the change is sent to the platform, and other modules learn of it.
 */
export async function publishEdited(
  ctx: Context,
  campaign: Pick<CampaignRecord, "id" | "platform" | "published">,
): Promise<void> {
  await enqueueSync(ctx, campaign);
  await ctx.tx.publish({
    name: "campaign.edited",
    merchant_id: ctx.actor.merchantId,
    campaign_id: campaign.id,
  });
}
