import type { Db, Tx } from "#base/server/db/db.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { isClosed, transitionPath } from "../domain/status.ts";
import {
  changeChildStatuses,
  loadCampaignTree,
  lockCampaign,
  noDrift,
  saveCampaign,
} from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "worldClock">;

/**
 * Starts a campaign with all its ad groups and ads. Requires an ad, a linked ad account, a schedule that is not over, a
 * card on file, and available balance for the reserve (the maximum cost at its platform).
 */
export function startCampaign(deps: Deps, db: Db, merchantId: string, campaignId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    transitionPath(campaign.status, "start");
    const now = deps.worldClock.now();
    const startsAt = campaign.starts_at_once || campaign.starts_at < now ? now : campaign.starts_at;
    await run(deps, tx, { ...campaign, starts_at: startsAt, starts_at_once: false }, now);

    const transition = { from: "created", to: "active", at: now } as const;
    await changeChildStatuses(tx, "ad_group", { campaign_id: campaignId }, transition);
    await changeChildStatuses(tx, "ad", { campaign_id: campaignId }, transition);
    await tx.publish({ name: "campaign.started", merchant_id: merchantId, campaign_id: campaignId });
  });
}

/** Starts a paused campaign again, under the same conditions. */
export function relaunchCampaign(deps: Deps, db: Db, merchantId: string, campaignId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    transitionPath(campaign.status, "relaunch");
    // A paused campaign is polled seldom: send our content again, so that changes made there do not run.
    const renewed = { ...campaign, desired_generation: campaign.desired_generation + 1 };
    await run(deps, tx, renewed, deps.worldClock.now());
    await tx.publish({ name: "campaign.relaunched", merchant_id: merchantId, campaign_id: campaignId });
  });
}

async function run(deps: Deps, tx: Tx, campaign: CampaignRecord, now: Date): Promise<void> {
  await refuseIfNotReady(deps, tx, campaign, now);
  const held = await holdReserve(deps, tx, { ...campaign, ...noDrift }, now);
  const running: CampaignRecord = {
    ...held,
    status: "active",
    status_reason: null,
    published: true,
    next_poll_at: null,
    fault_key: null,
    fault_text: null,
    updated_at: now,
  };
  await saveCampaign(tx, running);
  await enqueueSync(tx, running);
}

async function refuseIfNotReady({ adAccounts }: Deps, tx: Tx, campaign: CampaignRecord, now: Date) {
  if (campaign.ends_at !== null && campaign.ends_at <= now)
    campaignsRefusals.refuse("campaigns.schedule_over", {}, "ends_at");
  const { adGroups, ads } = await loadCampaignTree(tx, campaign);
  const living = new Set(adGroups.filter((group) => !isClosed(group.status)).map((group) => group.id));
  if (!ads.some((ad) => living.has(ad.ad_group_id) && !isClosed(ad.status)))
    campaignsRefusals.refuse("campaigns.ad_missing");
  const account = await adAccounts.linkedAdAccount(tx, campaign.merchant_id, campaign.ad_account_id);
  if (!account) campaignsRefusals.refuse("campaigns.ad_account_not_linked", { platform: campaign.platform });
}
