import type { Db, Tx } from "#base/server/db/db.ts";
import { sql } from "#base/server/db/db.ts";
import type { Status, StatusReason } from "../contract/enums.ts";
import { transitionPath } from "../domain/status.ts";
import { lockCampaign, noDrift, saveCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { releaseReserve } from "./reserve.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "worldClock">;
export type StopAction = "pause" | "archive" | "delete";

const eventNames: Partial<Record<Status, string>> = {
  paused: "campaign.paused",
  archived: "campaign.archived",
  deleted: "campaign.deleted",
};

/**
 * Pauses, archives or deletes a campaign; deleting a running one pauses it first. Repeating the action changes nothing.
 */
export function stopCampaign(
  deps: Deps,
  db: Db,
  merchantId: string,
  campaignId: string,
  action: StopAction,
): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    await stop(deps, tx, campaign, transitionPath(campaign.status, action), "merchant");
  });
}

/** Pauses all running campaigns of a merchant whose money ran out; returns their ids. */
export async function pauseForMoney(deps: Deps, tx: Tx, merchantId: string): Promise<string[]> {
  const running = await tx.many<CampaignRecord>(sql`
    select * from campaigns.campaigns where merchant_id = ${merchantId} and status = 'active' order by id for update`);
  for (const campaign of running) await stop(deps, tx, campaign, ["paused"], "money");
  return running.map((campaign) => campaign.id);
}

/** Moves the locked campaign along the given statuses and publishes an event for each. */
export async function stop(
  { wallet, worldClock }: Deps,
  tx: Tx,
  campaign: CampaignRecord,
  path: readonly Status[],
  reason: StatusReason,
): Promise<void> {
  const last = path.at(-1);
  if (!last) return;
  const now = worldClock.now();
  const eased = await releaseReserve(wallet, tx, campaign, now);
  const stopped: CampaignRecord = {
    ...eased,
    status: last,
    status_reason: reason,
    fault_key: null,
    fault_text: null,
    ...noDrift,
    updated_at: now,
  };
  await saveCampaign(tx, stopped);
  await enqueueSync(tx, stopped);
  for (const status of path) {
    const name = eventNames[status];
    if (name) await tx.publish({ name, merchant_id: campaign.merchant_id, campaign_id: campaign.id, reason });
  }
}
