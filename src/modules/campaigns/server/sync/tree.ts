import { type Db, sql } from "#base/server/db/db.ts";
import type { Node } from "../../domain/sync-plan.ts";
import { familiesOf, familyOf } from "../campaigns.store.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, Family, Standing } from "../records.ts";

/** The rows of a campaign, and the same as a tree that the plan reads. */
export type Tree = { family: Family; root: Node };

export async function loadTree(db: Db, campaignId: string): Promise<Tree | null> {
  const campaign = await db.maybeOne<CampaignRecord>(
    sql`select * from campaigns.campaigns where id = ${campaignId}`,
  );
  if (!campaign) return null;
  const family = await familyOf(db, campaign);
  return { family, root: treeOf(family) };
}

/** The same for several campaigns at once; those that are not found are left out. */
export async function loadTrees(db: Db, campaignIds: readonly string[]): Promise<Tree[]> {
  const families = await familiesOf(db, campaignIds);
  return families.map((family) => ({ family, root: treeOf(family) }));
}

function treeOf({ campaign, adGroups, ads }: Family): Node {
  return nodeOf(
    "campaign",
    campaign,
    adGroups.map((group) =>
      nodeOf(
        "ad_group",
        group,
        ads.filter((ad) => ad.ad_group_id === group.id).map((ad) => nodeOf("ad", ad, [])),
      ),
    ),
  );
}

export function nodeOf(level: Node["level"], row: Standing, children: Node[]): Node {
  return {
    level,
    id: row.id,
    status: row.status,
    wantedVersion: row.wanted_version,
    confirmedVersion: row.confirmed_version,
    platformId: row.platform_id,
    confirmedStatus: row.confirmed_status,
    confirmedAt: row.confirmed_at,
    creating: row.creating,
    doubtUntil: row.doubt_until,
    hasFault: row.fault_key !== null,
    hasDrift: row.drift_status !== null,
    hasOtherBudget: (row.drift_daily_budget_halalas ?? null) !== null,
    children,
  };
}

/** What stands on the platform, of one level. */
export function standingNodes(root: Node, level: Node["level"]): Node[] {
  const groups = root.children;
  const all =
    level === "campaign" ? [root] : level === "ad_group" ? groups : groups.flatMap((group) => group.children);
  return all.filter((node) => node.platformId !== null && node.status !== "deleted");
}

export function adGroupIn({ adGroups }: Family, id: string): AdGroupRecord {
  return found(adGroups.find((group) => group.id === id));
}
export function adIn({ ads }: Family, id: string): AdRecord {
  return found(ads.find((ad) => ad.id === id));
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error("the plan names a row that was not read with it");
  return row;
}
