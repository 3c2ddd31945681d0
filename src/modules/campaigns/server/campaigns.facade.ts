import type { ReadContext } from "#base/server/context.ts";
import { empty, join, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Objective, Status } from "../contract/enums.ts";
import type { CampaignColumns, CampaignRecord } from "./records.ts";

/** A campaign as other modules see it. */
export type CampaignSummary = Pick<
  CampaignColumns,
  | "id"
  | "merchant_id"
  | "name"
  | "platform"
  | "ad_account_id"
  | "status"
  | "sync"
  | "starts_at"
  | "ends_at"
  | "daily_budget_halalas"
  | "updated_at"
>;

export type CampaignOnPlatform = Pick<CampaignRecord, "ad_account_id" | "platform_id">;

/** An ad as breakdowns name it. */
export type CampaignAd = {
  id: string;
  name: string;
  media_id: string | null;
  is_deleted: boolean;
  ad_group_id: string;
  ad_group_name: string;
  is_ad_group_deleted: boolean;
};

export type CampaignsOverview = {
  has_started: boolean;
  failed: { id: string; name: string }[];
  season_failed: { id: string; name: string }[];
};

/** What campaigns are narrowed by; an absent field leaves out none. */
export type CampaignFilter = {
  ids?: readonly string[] | undefined;
  platform?: Platform | undefined;
  status?: Status | undefined;
  objective?: Objective | undefined;
  storeId?: string | undefined;
};

export interface CampaignsFacade {
  /** The merchant's campaigns, deleted ones included (their figures remain); only those in `ids` when given. */
  findCampaigns(ctx: ReadContext, ids?: readonly string[]): Promise<CampaignSummary[]>;
  /** The ids of the merchant's campaigns that pass the filter, deleted ones included. */
  listCampaignIds(ctx: ReadContext, filter: CampaignFilter): Promise<string[]>;
  /** Where a campaign is on its platform; `platform_id` null while it was never created there. */
  findOnPlatform(ctx: ReadContext, campaignId: string): Promise<CampaignOnPlatform | undefined>;
  /** A campaign's ads with their ad groups, deleted ones included (their figures remain). */
  listCampaignAds(ctx: ReadContext, campaignId: string): Promise<CampaignAd[]>;
  /** The plan's campaigns, deleted ones included; none when the plan is not the merchant's. */
  listPlanCampaignIds(ctx: ReadContext, planId: string): Promise<string[]>;
  /**
   * Whether the merchant has any campaign that was started, and the newest ones whose sync failed or whose season
   * budget could not be set.
   */
  loadCampaignsOverview(ctx: ReadContext): Promise<CampaignsOverview>;
}

const columns = sql`id, merchant_id, name, platform, ad_account_id, status, sync, starts_at, ends_at,
  daily_budget_halalas, updated_at`;

export function makeCampaignsFacade(): CampaignsFacade {
  return {
    async findCampaigns({ db, actor }, ids) {
      if (ids?.length === 0) return [];
      return db.many(sql`
        select ${columns} from campaigns.campaigns
        where merchant_id = ${actor.merchantId} ${ids ? sql`and id in (${join([...ids])})` : empty} order by id`);
    },
    async listCampaignIds({ db, actor }, { ids, platform, status, objective, storeId }) {
      const rows = await db.many<Pick<CampaignColumns, "id">>(sql`
        select id from campaigns.campaigns
        where merchant_id = ${actor.merchantId} ${ids ? sql`and id = any(${[...ids]}::text[])` : empty}
          ${platform ? sql`and platform = ${platform}` : empty} ${status ? sql`and status = ${status}` : empty}
          ${objective ? sql`and objective = ${objective}` : empty} ${storeId ? sql`and store_id = ${storeId}` : empty}
        order by id`);
      return rows.map(({ id }) => id);
    },
    findOnPlatform: ({ db, actor }, campaignId) =>
      db.maybeOne<CampaignOnPlatform>(sql`
        select ad_account_id, platform_id from campaigns.campaigns join campaigns.campaign_sync using (id, platform)
        where id = ${campaignId} and merchant_id = ${actor.merchantId}`),
    listCampaignAds: ({ db, actor }, campaignId) =>
      db.many<CampaignAd>(sql`
        select ads.id, ads.name, ads.media_id, ads.status = 'deleted' as is_deleted, ad_groups.id as ad_group_id,
          ad_groups.name as ad_group_name, ad_groups.status = 'deleted' as is_ad_group_deleted
        from campaigns.ads join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
        where ads.campaign_id = ${campaignId} and ads.merchant_id = ${actor.merchantId} order by ads.id`),
    async listPlanCampaignIds({ db, actor }, planId) {
      const rows = await db.many<Pick<CampaignColumns, "id">>(sql`
        select id from campaigns.campaigns
        where merchant_id = ${actor.merchantId} and plan_id = ${planId} order by id`);
      return rows.map(({ id }) => id);
    },
    async loadCampaignsOverview({ db, actor }) {
      const isOwn = sql`merchant_id = ${actor.merchantId}`;
      const { has_started } = await db.one<{ has_started: boolean }>(sql`
        select exists (select 1 from campaigns.campaigns where ${isOwn} and status not in ('created', 'deleted')) as has_started`);
      const failed = await db.many<{ id: string; name: string }>(sql`
        select id, name from campaigns.campaigns
        where ${isOwn} and sync = 'failed' and status <> 'deleted' order by id desc limit 5`);
      const season_failed = await db.many<{ id: string; name: string }>(sql`
        select campaigns.id, name from campaigns.season_budgets
        join campaigns.campaigns on campaigns.id = campaign_id
        where season_budgets.merchant_id = ${actor.merchantId} and ended_at is null and failure is not null
        order by campaigns.id desc limit 5`);
      return { has_started, failed, season_failed };
    },
  };
}
