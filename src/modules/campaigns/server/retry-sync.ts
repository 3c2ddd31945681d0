import { type Db, empty, sql, type Tx } from "#base/server/db/db.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import {
  bumpChildGenerations,
  type Level,
  loadCampaignTree,
  lockCampaign,
  noDrift,
  saveCampaign,
  tableFor,
} from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord, SyncState } from "./records.ts";
import { holdReserve } from "./reserve.ts";
import { stop } from "./stop-campaign.ts";
import { enqueueSync } from "./sync-jobs.ts";

/**
 * Sends again what the platform refused, and undoes changes made on the platform itself: what was paused is started
 * again, what was deleted is created again, and our budget is restored.
 */
export function retrySync(db: Db, merchantId: string, campaignId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    const faulty = await loadFaultyRows(tx, campaign);
    if (faulty.length === 0) campaignsRefusals.refuse("campaigns.nothing_to_retry");
    for (const { level } of faulty)
      await tx.run(sql`
        update ${tableFor(level)} set fault_key = null, fault_text = null, drift_status = null, drift_since = null
          ${level === "campaign" ? sql`, drift_daily_budget_halalas = null` : empty}
        where ${keyColumn(level)} = ${campaignId}`);
    if (campaign.drift_daily_budget_halalas !== null) await resendBudget(tx, campaign);
    for (const { level, row } of faulty)
      if (row.drift_status === "deleted") await resetPlatformState(tx, level, row);
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaignId });
  });
}

/** Sends our budget again, with all ad groups that carry a copy of it. */
export async function resendBudget(tx: Tx, { id }: Pick<CampaignRecord, "id">): Promise<void> {
  await tx.run(
    sql`update campaigns.campaigns set desired_generation = desired_generation + 1 where id = ${id}`,
  );
  await bumpChildGenerations(tx, "ad_group", id);
}

/**
 * Accepts the changes made on the platform itself: paused there becomes paused here, deleted there becomes archived
 * here, and a budget set there becomes ours. A higher budget of a running campaign needs the money for its reserve, as
 * any raise does.
 */
export function acceptDrift(
  deps: Pick<CampaignsDeps, "wallet" | "adAccounts" | "worldClock">,
  db: Db,
  merchantId: string,
  campaignId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, merchantId, campaignId);
    const drifted = (await loadFaultyRows(tx, campaign)).filter(({ row }) => row.drift_since !== null);
    if (drifted.length === 0) campaignsRefusals.refuse("campaigns.nothing_to_accept");
    const budgeted = await acceptBudget(deps, tx, campaign);
    for (const { level, row } of drifted) {
      if (row.drift_status === null) continue;
      const to = row.drift_status === "deleted" ? "archived" : "paused";
      if (level === "campaign") await stop(deps, tx, budgeted, [to], "merchant");
      else
        await tx.run(sql`
          update ${tableFor(level)} set status = ${to}, drift_status = null, drift_since = null, updated_at = ${deps.worldClock.now()}
          where id = ${row.id}`);
    }
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaignId });
  });
}

async function acceptBudget(
  deps: Pick<CampaignsDeps, "wallet" | "adAccounts" | "worldClock">,
  tx: Tx,
  campaign: CampaignRecord,
): Promise<CampaignRecord> {
  const platformBudget = campaign.drift_daily_budget_halalas;
  if (platformBudget === null) return campaign;
  const now = deps.worldClock.now();
  const { drift_status, drift_since } = campaign;
  const accepted = {
    ...campaign,
    ...noDrift,
    ...(drift_status === null ? {} : { drift_status, drift_since }),
    daily_budget_halalas: platformBudget,
    updated_at: now,
  };
  const held = campaign.status === "active" ? await holdReserve(deps, tx, accepted, now) : accepted;
  await saveCampaign(tx, held);
  return held;
}

async function loadFaultyRows(tx: Tx, campaign: CampaignRecord): Promise<{ level: Level; row: SyncState }[]> {
  const { adGroups, ads } = await loadCampaignTree(tx, campaign);
  const all: { level: Level; row: SyncState }[] = [
    { level: "campaign", row: campaign },
    ...adGroups.map((row) => ({ level: "ad_group" as const, row })),
    ...ads.map((row) => ({ level: "ad" as const, row })),
  ];
  return all.filter(
    ({ row }) => row.status !== "deleted" && (row.fault_key !== null || row.drift_since !== null),
  );
}

const keyColumn = (level: Level) => (level === "campaign" ? sql`id` : sql`campaign_id`);

/** Creates what the platform no longer has again, with everything below it. */
async function resetPlatformState(tx: Tx, level: Level, row: SyncState): Promise<void> {
  const clean = sql`platform_id = null, observed_status = null, observed_generation = 0, create_intent = false, unknown_until = null`;
  await tx.run(sql`update ${tableFor(level)} set ${clean} where id = ${row.id}`);
  if (level === "campaign")
    await tx.run(sql`update campaigns.ad_groups set ${clean} where campaign_id = ${row.id}`);
  if (level === "campaign")
    await tx.run(sql`update campaigns.ads set ${clean} where campaign_id = ${row.id}`);
  if (level === "ad_group")
    await tx.run(sql`update campaigns.ads set ${clean} where ad_group_id = ${row.id}`);
}
