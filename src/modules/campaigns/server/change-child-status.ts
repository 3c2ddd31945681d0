import type { Db, Tx } from "#base/server/db/db.ts";
import type { Action, Status } from "../contract/enums.ts";
import { transitionPath } from "../domain/status.ts";
import { changeChildStatuses, lockAd, lockAdGroup } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed } from "./refuse-problems.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "worldClock">;

/**
 * Starts, pauses, relaunches, archives or deletes an ad group. Starting it also starts its ads that are still
 * `created`.
 */
export function changeAdGroupStatus(
  deps: Deps,
  db: Db,
  merchantId: string,
  adGroupId: string,
  action: Action,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, adGroup } = await lockAdGroup(tx, merchantId, adGroupId);
    const to = finalStatus(campaign, adGroup.status, action);
    if (!to) return;
    const at = deps.worldClock.now();
    await changeChildStatuses(tx, "ad_group", { id: adGroupId }, { from: adGroup.status, to, at });
    if (action === "start")
      await changeChildStatuses(tx, "ad", { ad_group_id: adGroupId }, { from: "created", to: "active", at });
    await recordChange(tx, campaign);
  });
}

/** Starts, pauses, relaunches, archives or deletes one ad. */
export function changeAdStatus(
  deps: Deps,
  db: Db,
  merchantId: string,
  adId: string,
  action: Action,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, ad } = await lockAd(tx, merchantId, adId);
    const to = finalStatus(campaign, ad.status, action);
    if (!to) return;
    await changeChildStatuses(tx, "ad", { id: adId }, { from: ad.status, to, at: deps.worldClock.now() });
    await recordChange(tx, campaign);
  });
}

/** Nothing starts in a campaign that has ended; stopping is always allowed. */
function finalStatus(campaign: CampaignRecord, status: Status, action: Action): Status | undefined {
  if (action === "start" || action === "relaunch") refuseIfClosed(campaign);
  return transitionPath(status, action).at(-1);
}

async function recordChange(tx: Tx, campaign: CampaignRecord): Promise<void> {
  await enqueueSync(tx, campaign);
  await tx.publish({
    name: "campaign.edited",
    merchant_id: campaign.merchant_id,
    campaign_id: campaign.id,
  });
}
