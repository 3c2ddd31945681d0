import type { Context, ReadContext } from "#base/server/context.ts";
import { join, raw, sql, violatesConstraint } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold } from "#base/shared/fold.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Status } from "../contract/enums.ts";
import { recordMeasured, recordMeasuredAds } from "./record-measured.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, CampaignTree } from "./records.ts";

/** The merchant's campaign, a deleted one included; another merchant's is not found. */
export function findCampaign(
  { db, actor }: ReadContext,
  campaignId: string,
): Promise<CampaignRecord | undefined> {
  return db.maybeOne(sql`
    select * from campaigns.campaigns where id = ${campaignId} and merchant_id = ${actor.merchantId}`);
}

/** The merchant's campaign, locked until the transaction ends. Another merchant's or a deleted one is not found. */
export async function lockCampaign(ctx: Context, campaignId: string): Promise<CampaignRecord> {
  const row = await ctx.tx.maybeOne<CampaignRecord>(sql`
    select * from campaigns.campaigns
    where id = ${campaignId} and merchant_id = ${ctx.actor.merchantId} and status <> 'deleted' for update`);
  return row ?? baseRefusals.refuse("base.not_found");
}

/** The names of the merchant's campaigns by id, deleted ones included. */
export async function listNames(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ id: string; name: string }>(sql`
    select id, name from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and id = any(${[...campaignIds]}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The ad group with its campaign, the campaign locked: every change in a campaign takes that one lock. */
export async function lockAdGroup(ctx: Context, adGroupId: string) {
  const { tx, actor } = ctx;
  const { campaign_id } = await mustFind<{ campaign_id: string }>(
    tx.maybeOne(sql`
      select campaign_id from campaigns.ad_groups where id = ${adGroupId} and merchant_id = ${actor.merchantId}`),
  );
  const campaign = await lockCampaign(ctx, campaign_id);
  const adGroup = await mustFind<AdGroupRecord>(
    tx.maybeOne(sql`select * from campaigns.ad_groups where id = ${adGroupId} and status <> 'deleted'`),
  );
  return { campaign, adGroup };
}

/** The ad with its ad group and campaign, the campaign locked. */
export async function lockAd(ctx: Context, adId: string) {
  const { tx, actor } = ctx;
  const { ad_group_id } = await mustFind<{ ad_group_id: string }>(
    tx.maybeOne(sql`
      select ad_group_id from campaigns.ads where id = ${adId} and merchant_id = ${actor.merchantId}`),
  );
  const { campaign, adGroup } = await lockAdGroup(ctx, ad_group_id);
  const ad = await mustFind<AdRecord>(
    tx.maybeOne(sql`select * from campaigns.ads where id = ${adId} and status <> 'deleted'`),
  );
  return { campaign, adGroup, ad };
}

async function mustFind<Row>(query: Promise<unknown>): Promise<Row> {
  return ((await query) as Row | undefined) ?? baseRefusals.refuse("base.not_found");
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
    select * from campaigns.campaigns where id in (${ids}) and ${isOwn} order by id`);
  const adGroups = await db.many<AdGroupRecord>(sql`
    select * from campaigns.ad_groups where campaign_id in (${ids}) and ${isOwn} order by id`);
  const ads = await db.many<AdRecord>(sql`
    select * from campaigns.ads where campaign_id in (${ids}) and ${isOwn} order by id`);
  const adGroupsByCampaign = Map.groupBy(adGroups, ({ campaign_id }) => campaign_id);
  const adsByCampaign = Map.groupBy(ads, ({ campaign_id }) => campaign_id);
  return campaigns.map((campaign) => ({
    campaign,
    adGroups: adGroupsByCampaign.get(campaign.id) ?? [],
    ads: adsByCampaign.get(campaign.id) ?? [],
  }));
}

export async function loadCampaignTree(
  { db, actor }: ReadContext,
  campaign: CampaignRecord,
): Promise<CampaignTree> {
  const where = sql`campaign_id = ${campaign.id} and merchant_id = ${actor.merchantId}`;
  const adGroups = await db.many<AdGroupRecord>(sql`
    select * from campaigns.ad_groups where ${where} order by id`);
  const ads = await db.many<AdRecord>(sql`
    select * from campaigns.ads where ${where} order by id`);
  return { campaign, adGroups, ads };
}

export type NewCampaign = Pick<
  CampaignRecord,
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
  | "daily_budget_halalas"
>;

export async function insertCampaign(ctx: Context, row: NewCampaign): Promise<void> {
  const { tx, actor, now } = ctx;
  await refusingUsedName(
    tx.run(sql`
      insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, placements, ad_account_id,
        store_id, landing_url, objective, bidding_strategy, target_cpa_halalas, target_roas, client_campaign_id, starts_at,
        starts_at_once, ends_at, daily_budget_halalas, status, created_at, updated_at)
      values (${row.id}, ${actor.merchantId}, ${row.plan_id}, ${row.name}, ${fold(row.name)}, ${row.platform},
        ${JSON.stringify(row.placements)}, ${row.ad_account_id}, ${row.store_id}, ${row.landing_url}, ${row.objective},
        ${row.bidding_strategy}, ${row.target_cpa_halalas}, ${row.target_roas}, ${row.client_campaign_id},
        ${row.starts_at}, ${row.starts_at_once}, ${row.ends_at},
        ${row.daily_budget_halalas}, 'created', ${now}, ${now})`),
  );
  await recordMeasured(ctx, "campaign", row.id);
}

/** Writes a campaign's own fields and status. A new desired state clears `reverted`. */
export async function saveCampaign(ctx: Context, row: CampaignRecord): Promise<void> {
  const { tx, actor } = ctx;
  await refusingUsedName(
    tx.run(sql`
      update campaigns.campaigns set name = ${row.name}, name_folded = ${fold(row.name)},
        placements = ${JSON.stringify(row.placements)}, landing_url = ${row.landing_url}, objective = ${row.objective},
        bidding_strategy = ${row.bidding_strategy}, target_cpa_halalas = ${row.target_cpa_halalas},
        target_roas = ${row.target_roas}, client_campaign_id = ${row.client_campaign_id},
        starts_at = ${row.starts_at}, starts_at_once = ${row.starts_at_once}, ends_at = ${row.ends_at},
        daily_budget_halalas = ${row.daily_budget_halalas}, status = ${row.status}, status_reason = ${row.status_reason},
        desired_generation = ${row.desired_generation}, published = ${row.published}, sync = ${row.sync},
        fault_key = ${row.fault_key}, fault_text = ${row.fault_text}, drift_status = ${row.drift_status},
        drift_daily_budget_halalas = ${row.drift_daily_budget_halalas}, drift_since = ${row.drift_since},
        next_poll_at = ${row.next_poll_at}, reverted_halalas = null, reverted_at = null,
        reserve_halalas = ${row.reserve_halalas}, reserve_review_at = ${row.reserve_review_at},
        updated_at = ${row.updated_at}
      where id = ${row.id} and merchant_id = ${actor.merchantId}`),
  );
  await recordMeasured(ctx, "campaign", row.id);
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

/**
 * Bumps the generation of all ad groups, or all ads, so that they are sent again: they carry a copy of the campaign's
 * dates and budget, or of its placements.
 */
export async function bumpChildGenerations(
  { tx, actor }: Context,
  level: "ad_group" | "ad",
  campaignId: string,
): Promise<void> {
  await tx.run(sql`
    update ${tableFor(level)} set desired_generation = desired_generation + 1, fault_key = null, fault_text = null
    where campaign_id = ${campaignId} and merchant_id = ${actor.merchantId} and status not in ('archived', 'deleted')`);
}

/** The platform has no difference, or the merchant has decided. */
export const noDrift = { drift_status: null, drift_daily_budget_halalas: null, drift_since: null } as const;

/** Which children a change applies to: all of a campaign, those of an ad group, or one. */
export type ChildFilter = { campaign_id: string } | { ad_group_id: string } | { id: string };

const toCondition = (which: ChildFilter) =>
  "id" in which
    ? sql`id = ${which.id}`
    : "campaign_id" in which
      ? sql`campaign_id = ${which.campaign_id}`
      : sql`ad_group_id = ${which.ad_group_id}`;

export type Level = "campaign" | "ad_group" | "ad";
const tables = {
  campaign: raw("campaigns.campaigns"),
  ad_group: raw("campaigns.ad_groups"),
  ad: raw("campaigns.ads"),
};
export const tableFor = (level: Level) => tables[level];

/** Moves ad groups or ads from one status to another. The new desired state clears faults and drift. */
export async function changeChildStatuses(
  ctx: Context,
  level: "ad_group" | "ad",
  which: ChildFilter,
  { from, to }: { from: Status; to: Status },
): Promise<void> {
  const { tx, actor, now } = ctx;
  await tx.run(sql`
    update ${tableFor(level)}
    set status = ${to}, updated_at = ${now}, fault_key = null, fault_text = null, drift_status = null, drift_since = null
    where ${toCondition(which)} and merchant_id = ${actor.merchantId} and status = ${from}`);
  if (level === "ad") await recordMeasuredAds(ctx, toCondition(which));
}
