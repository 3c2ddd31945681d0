import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { auditChange } from "./campaigns.audit.ts";
import {
  bumpChildGenerations,
  type Level,
  loadCampaignTree,
  lockCampaign,
  tableFor,
} from "./campaigns.store.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordMeasured, recordMeasuredAds } from "./record-measured.ts";
import type { CampaignRecord, SyncState } from "./records.ts";

/**
 * Sends again what the platform refused, and undoes changes made on the platform itself: what was paused is started
 * again, what was deleted is created again, and our budget is restored.
 */
export function retrySync(ctx: ReadContext, { campaignId }: { campaignId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    const faulty = await loadFaultyRows(ctx, campaign);
    if (faulty.length === 0) campaignsRefusals.refuse("campaigns.nothing_to_retry");
    for (const { level } of faulty)
      await ctx.tx.run(sql`
        update ${tableFor(level)} set fault_key = null, fault_text = null, drift_status = null, drift_since = null
          ${level === "campaign" ? sql`, drift_daily_budget_halalas = null` : empty}
        where ${keyColumn(level)} = ${campaignId}`);
    if (campaign.drift_daily_budget_halalas !== null) await resendBudget(ctx, campaign);
    for (const { level, row } of faulty)
      if (row.drift_status === "deleted") await resetPlatformState(ctx, level, row);
    await auditChange(ctx, "campaign.sync_retried", campaignId, {
      before: { faults: faulty.map(({ row }) => toFault(row)) },
    });
    await publishEdited(ctx, campaign);
  });
}

/** Sends our budget again, with all ad groups that carry a copy of it. */
export async function resendBudget(ctx: Context, { id }: Pick<CampaignRecord, "id">): Promise<void> {
  await ctx.tx.run(
    sql`update campaigns.campaigns set desired_generation = desired_generation + 1 where id = ${id}`,
  );
  await bumpChildGenerations(ctx, "ad_group", id);
}

export type FaultyRow = { level: Level; row: SyncState };

/** What the platform refused, or what was changed on the platform itself. */
export async function loadFaultyRows(ctx: Context, campaign: CampaignRecord): Promise<FaultyRow[]> {
  const { adGroups, ads } = await loadCampaignTree(ctx, campaign);
  const all: FaultyRow[] = [
    { level: "campaign", row: campaign },
    ...adGroups.map((row) => ({ level: "ad_group" as const, row })),
    ...ads.map((row) => ({ level: "ad" as const, row })),
  ];
  return all.filter(
    ({ row }) => row.status !== "deleted" && (row.fault_key !== null || row.drift_since !== null),
  );
}

const toFault = ({ id, fault_key, drift_status, drift_daily_budget_halalas }: SyncState) => ({
  id,
  fault_key,
  drift_status,
  drift_daily_budget_halalas,
});

const keyColumn = (level: Level) => (level === "campaign" ? sql`id` : sql`campaign_id`);

const keyColumnOfAds = (level: "campaign" | "ad_group") =>
  level === "campaign" ? sql`campaign_id` : sql`ad_group_id`;

/** Creates what the platform no longer has again, with everything below it. */
async function resetPlatformState(ctx: Context, level: Level, row: SyncState): Promise<void> {
  const { tx } = ctx;
  const clean = sql`platform_id = null, observed_status = null, observed_generation = 0, create_intent = false, unknown_until = null`;
  await tx.run(sql`update ${tableFor(level)} set ${clean} where id = ${row.id}`);
  if (level === "campaign")
    await tx.run(sql`update campaigns.ad_groups set ${clean} where campaign_id = ${row.id}`);
  if (level === "campaign")
    await tx.run(sql`update campaigns.ads set ${clean} where campaign_id = ${row.id}`);
  if (level === "ad_group")
    await tx.run(sql`update campaigns.ads set ${clean} where ad_group_id = ${row.id}`);
  await recordMeasured(ctx, level, row.id);
  if (level !== "ad") await recordMeasuredAds(ctx, sql`${keyColumnOfAds(level)} = ${row.id}`);
}
