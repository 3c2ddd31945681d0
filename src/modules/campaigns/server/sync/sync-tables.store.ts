import type { Context } from "#base/server/context.ts";
import { raw, type Sql, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Level } from "../../domain/sync-plan.ts";

/**
 * The tables of what the sync worker records, one for each level, each keyed by the id of the row it belongs to. Only
 * the stores of this folder write them.
 */
const tables: Record<Level, ReturnType<typeof raw>> = {
  campaign: raw("campaigns.campaign_sync"),
  ad_group: raw("campaigns.ad_group_sync"),
  ad: raw("campaigns.ad_sync"),
};
export const syncTable = (level: Level) => tables[level];

type NewNode =
  | { level: "campaign"; id: string; platform: Platform }
  | { level: "ad_group" | "ad"; id: string };

/** Nothing is observed yet. Called where the campaign, ad group or ad is created. */
export async function insertSyncRow({ tx }: Context, node: NewNode): Promise<void> {
  if (node.level === "campaign")
    await tx.run(sql`
      insert into campaigns.campaign_sync (id, platform) values (${node.id}, ${node.platform})`);
  else await tx.run(sql`insert into ${syncTable(node.level)} (id) values (${node.id})`);
}

/** The ids of a campaign's rows of one level. */
export function selectIds(level: Level, campaignId: string): Sql {
  if (level === "campaign") return sql`${campaignId}`;
  return level === "ad_group"
    ? sql`select id from campaigns.ad_groups where campaign_id = ${campaignId}`
    : sql`select id from campaigns.ads where campaign_id = ${campaignId}`;
}
