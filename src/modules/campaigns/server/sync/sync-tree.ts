import type { Context, ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Level, Node } from "../../domain/sync-plan.ts";
import { findCampaign, loadCampaignTree, loadCampaignTrees } from "../campaigns.store.ts";
import type { AdGroupRecord, AdRecord, CampaignTree, SyncState } from "../records.ts";

/** A campaign's rows, and the same as the tree that the plan uses. */
export type SyncTree = { records: CampaignTree; root: Node };

export async function loadSyncTree(ctx: ReadContext, campaignId: string): Promise<SyncTree | null> {
  const campaign = await findCampaign(ctx, campaignId);
  if (!campaign) return null;
  const records = await loadCampaignTree(ctx, campaign);
  return { records, root: toSyncNode(records) };
}

/** The same for several campaigns at once; missing ones are left out. */
export async function loadSyncTrees(ctx: ReadContext, campaignIds: readonly string[]): Promise<SyncTree[]> {
  const campaignTrees = await loadCampaignTrees(ctx, campaignIds);
  return campaignTrees.map((records) => ({ records, root: toSyncNode(records) }));
}

export function toSyncNode({ campaign, adGroups, ads }: CampaignTree): Node {
  return toNode(
    "campaign",
    campaign,
    adGroups.map((group) =>
      toNode(
        "ad_group",
        group,
        ads.filter((ad) => ad.ad_group_id === group.id).map((ad) => toNode("ad", ad, [])),
      ),
    ),
  );
}

export function toNode(level: Level, row: SyncState, children: Node[]): Node {
  return {
    level,
    id: row.id,
    status: row.status,
    desiredGeneration: row.desired_generation,
    observedGeneration: row.observed_generation,
    platformId: row.platform_id,
    observedStatus: row.observed_status,
    acknowledgedAt: row.acknowledged_at,
    createIntent: row.create_intent,
    unknownUntil: row.unknown_until,
    hasFault: row.fault_key !== null,
    hasDrift: row.drift_status !== null,
    hasBudgetDrift: (row.drift_daily_budget_halalas ?? null) !== null,
    children,
  };
}

/** Whether the merchant has changed nothing of it since the plan was made. The caller holds the campaign's lock. */
export async function isStillDesired(
  { tx }: Context,
  { level, id, status, desiredGeneration }: Node,
): Promise<boolean> {
  const row = await tx.one<Pick<SyncState, "status" | "desired_generation">>(desiredStates[level](id));
  return row.status === status && row.desired_generation === desiredGeneration;
}

const desiredStates: Record<Level, (id: string) => Sql> = {
  campaign: (id) => sql`select status, desired_generation from campaigns.campaigns where id = ${id}`,
  ad_group: (id) => sql`select status, desired_generation from campaigns.ad_groups where id = ${id}`,
  ad: (id) => sql`select status, desired_generation from campaigns.ads where id = ${id}`,
};

/** The nodes of one level that exist on the platform. */
export function nodesOnPlatform(root: Node, level: Level): Node[] {
  const groups = root.children;
  const all =
    level === "campaign" ? [root] : level === "ad_group" ? groups : groups.flatMap((group) => group.children);
  return all.filter((node) => node.platformId !== null && node.status !== "deleted");
}

export function getAdGroup({ adGroups }: CampaignTree, id: string): AdGroupRecord {
  return found(adGroups.find((group) => group.id === id));
}
export function getAd({ ads }: CampaignTree, id: string): AdRecord {
  return found(ads.find((ad) => ad.id === id));
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error("the plan names a row that was not loaded with it");
  return row;
}
