import type { Db } from "#base/server/db/db.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import { bumpChildGenerations, lockCampaign, saveCampaign } from "./campaigns.store.ts";
import { toTargets } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { holdReserve } from "./reserve.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet" | "worldClock">;
export type CampaignChange = Omit<CampaignFields, "ad_account_id" | "platform" | "store_id">;

/** Changes a campaign. A running one reserves its new maximum cost; without the money nothing changes. */
export function editCampaign(
  deps: Deps,
  db: Db,
  merchantId: string,
  campaignId: string,
  change: CampaignChange,
): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    refuseIfClosed(campaign);
    const now = deps.worldClock.now();
    const { ad_account_id, platform, store_id } = campaign;
    const limits = requireCapabilities(deps.adAccounts, { platform, placements: change.placements });
    const account = await deps.adAccounts.linkedAdAccount(tx, merchantId, ad_account_id);
    refuseProblems(
      checkCampaign({ ...change, ad_account_id, platform, store_id }, limits, {
        now,
        places: await deps.stores.registeredHosts(tx, merchantId),
        startsBefore: campaign.starts_at,
        ...(account ? { hasPixel: account.has_pixel } : {}),
      }),
    );
    const hasMoved = isMoved(campaign, change, limits);
    const edited = withChange(campaign, change, now);
    const held = campaign.status === "active" ? await holdReserve(deps, tx, edited, now) : edited;
    await saveCampaign(tx, held);
    await bumpChildGenerations(tx, "ad_group", campaignId);
    if (hasMoved) {
      await bumpChildGenerations(tx, "ad", campaignId);
      await deps.tracking.setLinkPlacements(tx, merchantId, campaignId, change.placements);
    }
    await enqueueSync(tx, held);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaignId });
  });
}

/**
 * Whether the placements change. Where a campaign has exactly one placement, its audience and ads were made for it, so
 * it cannot change.
 */
function isMoved(campaign: CampaignRecord, { placements }: CampaignChange, limits: Capabilities): boolean {
  const isSame =
    placements.length === campaign.placements.length &&
    placements.every((one) => campaign.placements.includes(one));
  if (!isSame && limits.placements?.pick === "one")
    campaignsRefusals.refuse("campaigns.placement_fixed", { platform: campaign.platform }, "placements");
  return !isSame;
}

function withChange(campaign: CampaignRecord, change: CampaignChange, now: Date): CampaignRecord {
  return {
    ...campaign,
    ...change,
    ...toTargets(change),
    // Our desired budget is sent, whatever was set on the platform.
    drift_daily_budget_halalas: null,
    drift_since: campaign.drift_status === null ? null : campaign.drift_since,
    starts_at: change.starts_at === null ? campaign.starts_at : new Date(change.starts_at),
    starts_at_once: campaign.status === "created" && change.starts_at === null,
    ends_at: change.ends_at === null ? null : new Date(change.ends_at),
    desired_generation: campaign.desired_generation + 1,
    fault_key: null,
    fault_text: null,
    updated_at: now,
  };
}
