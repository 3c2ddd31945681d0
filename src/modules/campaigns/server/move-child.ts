import type { Db, Tx } from "#base/server/db/db.ts";
import type { Action, Status } from "../contract/words.ts";
import { pathOf } from "../domain/status.ts";
import { lockAd, lockAdGroup, moveChildren } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed } from "./refuse-problems.ts";
import { askForSync } from "./wishes.ts";

type Deps = Pick<CampaignsDeps, "worldClock">;

/** Starts, pauses, relaunches, archives or deletes an ad group. Starting one starts the ads in it that wait. */
export function moveAdGroup(
  deps: Deps,
  db: Db,
  merchantId: string,
  adGroupId: string,
  action: Action,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, adGroup } = await lockAdGroup(tx, merchantId, adGroupId);
    const to = lastOf(campaign, adGroup.status, action);
    if (!to) return;
    const at = deps.worldClock.now();
    await moveChildren(tx, "ad_group", { id: adGroupId }, { from: adGroup.status, to, at });
    if (action === "start")
      await moveChildren(tx, "ad", { ad_group_id: adGroupId }, { from: "created", to: "active", at });
    await tell(tx, campaign);
  });
}

/** Starts, pauses, relaunches, archives or deletes one ad. */
export function moveAd(deps: Deps, db: Db, merchantId: string, adId: string, action: Action): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, ad } = await lockAd(tx, merchantId, adId);
    const to = lastOf(campaign, ad.status, action);
    if (!to) return;
    await moveChildren(tx, "ad", { id: adId }, { from: ad.status, to, at: deps.worldClock.now() });
    await tell(tx, campaign);
  });
}

/** Nothing new begins in a campaign that has ended; stopping in it is always allowed. */
function lastOf(campaign: CampaignRecord, status: Status, action: Action): Status | undefined {
  if (action === "start" || action === "relaunch") refuseIfClosed(campaign);
  return pathOf(status, action).at(-1);
}

async function tell(tx: Tx, campaign: CampaignRecord): Promise<void> {
  await askForSync(tx, campaign);
  await tx.publish({
    name: "campaign.edited",
    merchant_id: campaign.merchant_id,
    campaign_id: campaign.id,
  });
}
