import type { Context, ReadContext } from "#base/server/context.ts";
import { join, sql, together, violatesConstraint } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold } from "#base/shared/fold.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Sync } from "../contract/enums.ts";
import { adGroupsWithSync } from "./ad-groups.store.ts";
import { adsWithSync } from "./ads.store.ts";
import { recordMeasured } from "./record-measured.ts";
import type { AdGroupRecord, AdRecord, CampaignColumns, CampaignRecord, CampaignTree } from "./records.ts";
import { insertSyncRow } from "./sync/sync-tables.store.ts";

/** The only file that writes `campaigns.campaigns`. */

/** A campaign's row with what the sync worker records; both have the same id, and every campaign has both. */
export const campaignsWithSync = sql`campaigns.campaigns join campaigns.campaign_sync using (id, platform)`;

/** The merchant's campaign, a deleted one included; another merchant's is not found. */
export function findCampaign(
  { db, actor }: ReadContext,
  campaignId: string,
): Promise<CampaignRecord | undefined> {
  return db.maybeOne(sql`
    select * from ${campaignsWithSync} where id = ${campaignId} and merchant_id = ${actor.merchantId}`);
}

/** The merchant's campaign, locked until the transaction ends. Another merchant's or a deleted one is not found. */
export async function lockCampaign(ctx: Context, campaignId: string): Promise<CampaignRecord> {
  const row = await ctx.tx.maybeOne<CampaignRecord>(sql`
    select * from ${campaignsWithSync}
    where id = ${campaignId} and merchant_id = ${ctx.actor.merchantId} and status <> 'deleted' for update`);
  return row ?? baseRefusals.refuse("base.not_found");
}

/** Takes the lock that every change in a campaign takes, for what is then read under it. */
export async function takeCampaignLock({ tx }: Context, campaignId: string): Promise<void> {
  await tx.run(sql`select 1 from campaigns.campaigns where id = ${campaignId} for update`);
}

/** The plan's campaigns that are not deleted, the oldest first: at most one of each platform. */
export function listPlanCampaigns({ db, actor }: ReadContext, planId: string): Promise<CampaignRecord[]> {
  return db.many(sql`
    select * from ${campaignsWithSync}
    where merchant_id = ${actor.merchantId} and plan_id = ${planId} and status <> 'deleted' order by id`);
}

/** The ids of the plan's campaigns, deleted ones included, the newest first; at most `limit`. */
export async function listPlanCampaignIds(
  { db, actor }: ReadContext,
  { planId, limit }: { planId: string; limit: number },
): Promise<string[]> {
  const rows = await db.many<Pick<CampaignColumns, "id">>(sql`
    select id from campaigns.campaigns where merchant_id = ${actor.merchantId} and plan_id = ${planId}
    order by id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The names of the merchant's campaigns by id, deleted ones included. */
export async function listNames(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<Pick<CampaignColumns, "id" | "name">>(sql`
    select id, name from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and id = any(${[...campaignIds]}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Which of these names campaigns of the merchant have, folded. */
export async function listUsedNames(
  { db, actor }: ReadContext,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<Pick<CampaignColumns, "name_folded">>(sql`
    select name_folded from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and status <> 'deleted' and name_folded = any(${names.map(fold)}::text[])`);
  return new Set(rows.map(({ name_folded }) => name_folded));
}

/** The merchant's campaigns with these ids that are not deleted, in the order of the ids. */
export async function listCampaignsByIds(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<CampaignRecord[]> {
  const rows = await db.many<CampaignRecord>(sql`
    select * from ${campaignsWithSync}
    where id = any(${[...campaignIds]}::text[]) and merchant_id = ${actor.merchantId} and status <> 'deleted'`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return campaignIds.flatMap((id) => byId.get(id) ?? []);
}

/** Several of the merchant's campaigns with their ad groups and ads, in three queries however many they are. */
export async function loadCampaignTrees(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<CampaignTree[]> {
  if (campaignIds.length === 0) return [];
  const ids = join([...campaignIds]);
  const isOwn = sql`merchant_id = ${actor.merchantId}`;
  const campaigns = await db.many<CampaignRecord>(sql`
    select * from ${campaignsWithSync} where id in (${ids}) and ${isOwn} order by id`);
  const adGroups = await db.many<AdGroupRecord>(sql`
    select * from ${adGroupsWithSync} where campaign_id in (${ids}) and ${isOwn} order by id`);
  const ads = await db.many<AdRecord>(sql`
    select * from ${adsWithSync} where campaign_id in (${ids}) and ${isOwn} order by id`);
  const adGroupsByCampaign = Map.groupBy(adGroups, ({ campaign_id }) => campaign_id);
  const adsByCampaign = Map.groupBy(ads, ({ campaign_id }) => campaign_id);
  return campaigns.map((campaign) => ({
    campaign,
    adGroups: adGroupsByCampaign.get(campaign.id) ?? [],
    ads: adsByCampaign.get(campaign.id) ?? [],
  }));
}

export async function loadCampaignTree(ctx: ReadContext, campaign: CampaignRecord): Promise<CampaignTree> {
  return { campaign, ...(await loadChildren(ctx, campaign.id)) };
}

/** One campaign with its ad groups and ads, a deleted one included; another merchant's is not found. */
export async function findCampaignTree(
  ctx: ReadContext,
  campaignId: string,
): Promise<CampaignTree | undefined> {
  const [campaign, children] = await together(findCampaign(ctx, campaignId), loadChildren(ctx, campaignId));
  return campaign && { campaign, ...children };
}

async function loadChildren(
  { db, actor }: ReadContext,
  campaignId: string,
): Promise<Omit<CampaignTree, "campaign">> {
  const where = sql`campaign_id = ${campaignId} and merchant_id = ${actor.merchantId}`;
  const [adGroups, ads] = await together(
    db.many<AdGroupRecord>(sql`select * from ${adGroupsWithSync} where ${where} order by id`),
    db.many<AdRecord>(sql`select * from ${adsWithSync} where ${where} order by id`),
  );
  return { adGroups, ads };
}

export type NewCampaign = Pick<
  CampaignColumns,
  | "id"
  | "plan_id"
  | "name"
  | "platform"
  | "placements"
  | "ad_account_id"
  | "store_id"
  | "landing_url"
  | "objective"
  | "bidding_strategy"
  | "target_cpa_halalas"
  | "target_roas"
  | "client_campaign_id"
  | "starts_at"
  | "starts_at_once"
  | "ends_at"
  | "hours"
  | "daily_budget_halalas"
>;

export async function insertCampaign(ctx: Context, row: NewCampaign): Promise<void> {
  const { tx, actor, now } = ctx;
  await refusingUsedName(
    tx.run(sql`
      insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, placements, ad_account_id,
        store_id, landing_url, objective, bidding_strategy, target_cpa_halalas, target_roas, client_campaign_id, starts_at,
        starts_at_once, ends_at, hours, daily_budget_halalas, status, created_at, updated_at)
      values (${row.id}, ${actor.merchantId}, ${row.plan_id}, ${row.name}, ${fold(row.name)}, ${row.platform},
        ${JSON.stringify(row.placements)}, ${row.ad_account_id}, ${row.store_id}, ${row.landing_url}, ${row.objective},
        ${row.bidding_strategy}, ${row.target_cpa_halalas}, ${row.target_roas}, ${row.client_campaign_id},
        ${row.starts_at}, ${row.starts_at_once}, ${row.ends_at}, ${row.hours},
        ${row.daily_budget_halalas}, 'created', ${now}, ${now})`),
  );
  await insertSyncRow(ctx, { level: "campaign", id: row.id, platform: row.platform });
  await recordMeasured(ctx, "campaign", row.id);
}

/** Writes a campaign's own fields, its status and its reserve. */
export async function saveCampaign(ctx: Context, row: CampaignColumns): Promise<void> {
  const { tx, actor } = ctx;
  const saved = refusingUsedName(
    tx.run(sql`
      update campaigns.campaigns set name = ${row.name}, name_folded = ${fold(row.name)},
        ad_account_id = ${row.ad_account_id}, store_id = ${row.store_id},
        placements = ${JSON.stringify(row.placements)}, landing_url = ${row.landing_url}, objective = ${row.objective},
        bidding_strategy = ${row.bidding_strategy}, target_cpa_halalas = ${row.target_cpa_halalas},
        target_roas = ${row.target_roas}, client_campaign_id = ${row.client_campaign_id},
        starts_at = ${row.starts_at}, starts_at_once = ${row.starts_at_once}, ends_at = ${row.ends_at},
        hours = ${row.hours},
        daily_budget_halalas = ${row.daily_budget_halalas}, status = ${row.status}, status_reason = ${row.status_reason},
        desired_generation = ${row.desired_generation}, published = ${row.published},
        reserve_halalas = ${row.reserve_halalas}, reserve_review_at = ${row.reserve_review_at},
        updated_at = ${row.updated_at}
      where id = ${row.id} and merchant_id = ${actor.merchantId}`),
  );
  await together(saved, recordMeasured(ctx, "campaign", row.id));
}

/** The reserve as the wallet holds it now, and when it may be smaller (business time). */
export async function saveReserve(
  { tx }: Context,
  {
    id,
    reserve_halalas,
    reserve_review_at,
  }: Pick<CampaignColumns, "id" | "reserve_halalas" | "reserve_review_at">,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set reserve_halalas = ${reserve_halalas}, reserve_review_at = ${reserve_review_at}
    where id = ${id}`);
}

/** Counts a change of what is sent to the platform: it is sent again. */
export async function bumpCampaign({ tx }: Context, campaignId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set desired_generation = desired_generation + 1 where id = ${campaignId}`);
}

/** How far the platform follows. It stands on the campaign's row because the list filters by it and counts it. */
export async function saveSync({ tx, actor }: Context, campaignId: string, sync: Sync): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set sync = ${sync} where id = ${campaignId} and merchant_id = ${actor.merchantId}`);
}

/** Disconnects the account's open campaigns, and returns those that were not yet. */
export async function disconnectCampaigns({ tx, actor }: Context, adAccountId: string): Promise<string[]> {
  const lost = await tx.many<Pick<CampaignColumns, "id">>(sql`
    update campaigns.campaigns set sync = 'disconnected'
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}
      and status in ('active', 'paused') and sync <> 'disconnected' returning id`);
  return lost.map(({ id }) => id);
}

/**
 * A name is unique among a merchant's campaigns that are not deleted; the index decides, so two tabs cannot both win.
 */
async function refusingUsedName(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (violatesConstraint(error, "campaigns_name"))
      campaignsRefusals.refuse("campaigns.name_used", {}, "name");
    throw error;
  }
}
