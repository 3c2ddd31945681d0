import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, join, sql } from "#base/server/db/db.ts";
import { type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CallToAction, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Objective, preparedBy, type Status } from "../contract/enums.ts";
import { type StructuredDraftInput, toStructuredDraft } from "../domain/structured-draft.ts";
import { toWrittenDraft, type WrittenDraftInput } from "../domain/written-draft.ts";
import {
  changeBudgetFrom,
  listRuledCampaigns,
  pauseByRule,
  type RuledCampaign,
  relaunchAfterRule,
} from "./change-by-rule.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findDraft } from "./drafts.store.ts";
import { type PlaceInDraftInput, placeInDraft } from "./place-in-draft.ts";
import type { CampaignColumns, CampaignRecord } from "./records.ts";
import { listAdLabels, listCampaignLabels } from "./report-labels.ts";
import {
  type DescribedDraftRow,
  type DescribedPlanInput,
  saveDescribedDraft,
} from "./save-described-draft.ts";
import { createDraft } from "./save-draft.ts";

export type { RuledCampaign } from "./change-by-rule.ts";
export type { AdLabel, CampaignLabel } from "./report-labels.ts";
export type { DescribedPlanInput } from "./save-described-draft.ts";

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
  campaign_id: string;
  name: string;
  media_id: string | null;
  is_deleted: boolean;
  ad_group_id: string;
  ad_group_name: string;
  is_ad_group_deleted: boolean;
};

export type PlanCampaign = Pick<CampaignColumns, "id" | "platform">;
/** The same with its campaign, for lists over all campaigns. */
export type NamedAd = CampaignAd & { campaign_id: string; campaign_name: string; platform: Platform };
/** An ad as it is shown away from its campaign. */
export type AdSummary = {
  id: string;
  name: string;
  media_id: string | null;
  call_to_action: CallToAction;
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
  /** The campaigns' ads with their ad groups, deleted ones included (their figures remain). */
  listCampaignAds(ctx: ReadContext, campaignIds: readonly string[]): Promise<CampaignAd[]>;
  /** These ads of the merchant with their ad groups and campaigns, deleted ones included. */
  listAds(ctx: ReadContext, adIds: readonly string[]): Promise<NamedAd[]>;
  /** The merchant's ads with these ids, deleted ones included. */
  findAds(ctx: ReadContext, ids: readonly string[]): Promise<AdSummary[]>;
  /** The plan's campaigns, deleted ones included; none when the plan is not the merchant's. */
  listPlanCampaigns(ctx: ReadContext, planId: string): Promise<PlanCampaign[]>;
  /**
   * Whether the merchant has any campaign that was started, and the newest ones whose sync failed or whose season
   * budget could not be set.
   */
  loadCampaignsOverview(ctx: ReadContext): Promise<CampaignsOverview>;
  /** The merchant's running campaigns, as rules may change them. */
  listRuledCampaigns(ctx: ReadContext): Promise<RuledCampaign[]>;
  /** How many campaigns of an ad account run, and their daily budgets together. */
  sumRunningBudgets(
    ctx: ReadContext,
    adAccountId: string,
  ): Promise<{ campaigns: number; daily_budget_halalas: number }>;
  /** Where campaigns and their ads lead, each page once for a campaign; deleted ads are left out. */
  listAdvertisedPages(ctx: ReadContext): Promise<{ campaign_id: string; url: string }[]>;
  /** Running campaigns that lead to one of these addresses, whatever their queries, by themselves or by an ad; by name. */
  listRunningTo(ctx: ReadContext, addresses: readonly string[]): Promise<{ id: string; name: string }[]>;
  /** From one daily budget to another; refuses `campaigns.changed_since` when it has another one by now. */
  changeBudgetFrom(
    ctx: Context,
    change: { campaignId: string; from_halalas: number; to_halalas: number },
  ): Promise<void>;
  /** Pauses a running campaign with the reason `rule`; refuses `campaigns.changed_since` when it does not run. */
  pauseByRule(ctx: Context, input: { campaignId: string }): Promise<void>;
  /** Takes that back while nobody has changed it; refuses `campaigns.changed_since` otherwise. */
  relaunchAfterRule(ctx: Context, input: { campaignId: string }): Promise<void>;
  /** What reports narrow and name campaigns and ads by. */
  listCampaignLabels: typeof listCampaignLabels;
  listAdLabels: typeof listAdLabels;
  /** The campaigns that have an ad with exactly this headline, created on this Riyadh day or later. */
  listCampaignsOfHeadline(ctx: ReadContext, input: { headline: string; since: RiyadhDay }): Promise<string[]>;
  /** Keeps a new plan's draft whose ad is to be built like another one; refused where the merchant has too many. */
  createStructuredDraft(ctx: Context, input: StructuredDraftInput): Promise<{ id: string }>;
  /** Keeps a new plan's draft whose ad has these texts; refused where the merchant has too many. */
  createWrittenDraft(ctx: Context, input: WrittenDraftInput): Promise<{ id: string }>;
  /** An ad of a draft, or of a new plan's draft, with the pictures that fit its platforms; says which have none. */
  placeInDraft(ctx: Context, input: PlaceInDraftInput): Promise<{ id: string; without: Platform[] }>;
  /**
   * Keeps a plan's draft as it was described, over several platforms, with what their checks refuse mended; refused where
   * the merchant has too many, and over one that was changed meanwhile.
   */
  saveDescribedDraft(ctx: Context, input: DescribedPlanInput): Promise<DescribedDraftRow>;
  /** How often a draft was saved; undefined when it is gone. */
  findDraftRevision(ctx: ReadContext, draftId: string): Promise<number | undefined>;
}

const columns = sql`id, merchant_id, name, platform, ad_account_id, status, sync, starts_at, ends_at,
  daily_budget_halalas, updated_at`;

export function makeCampaignsFacade(
  deps: Pick<CampaignsDeps, "adAccounts" | "wallet" | "stores">,
): CampaignsFacade {
  return {
    listRuledCampaigns: listRuledCampaigns(deps),
    changeBudgetFrom: changeBudgetFrom(deps),
    pauseByRule: pauseByRule(deps),
    relaunchAfterRule: relaunchAfterRule(deps),
    sumRunningBudgets: ({ db, actor }, adAccountId) =>
      db.one(sql`
        select count(*)::int as campaigns, coalesce(sum(daily_budget_halalas), 0)::bigint as daily_budget_halalas
        from campaigns.campaigns
        where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and status = 'active'`),
    listAdvertisedPages: ({ db, actor }) =>
      db.many(sql`
        select id as campaign_id, landing_url as url from campaigns.campaigns
        where merchant_id = ${actor.merchantId}
        union
        select campaign_id, target_url from campaigns.ads
        where merchant_id = ${actor.merchantId} and status <> 'deleted'`),
    listRunningTo: ({ db, actor }, addresses) =>
      db.many(sql`
        select id, name from campaigns.campaigns
        where merchant_id = ${actor.merchantId} and status = 'active' and (
          split_part(landing_url, '?', 1) = any(${[...addresses]}::text[])
          or exists (
            select from campaigns.ads
            where ads.merchant_id = ${actor.merchantId} and ads.campaign_id = campaigns.id and ads.status = 'active'
              and split_part(ads.target_url, '?', 1) = any(${[...addresses]}::text[])))
        order by name, id`),
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
    listCampaignAds: ({ db, actor }, campaignIds) =>
      db.many<CampaignAd>(sql`
        select ads.id, ads.campaign_id, ads.name, ads.media_id, ads.status = 'deleted' as is_deleted, ad_groups.id as ad_group_id,
          ad_groups.name as ad_group_name, ad_groups.status = 'deleted' as is_ad_group_deleted
        from campaigns.ads join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
        where ads.campaign_id in (${join([...campaignIds])}) and ads.merchant_id = ${actor.merchantId} order by ads.id`),
    listAds: ({ db, actor }, adIds) =>
      db.many<NamedAd>(sql`
        select ads.id, ads.name, ads.media_id, ads.status = 'deleted' as is_deleted, ad_groups.id as ad_group_id,
          ad_groups.name as ad_group_name, ad_groups.status = 'deleted' as is_ad_group_deleted,
          campaigns.id as campaign_id, campaigns.name as campaign_name, campaigns.platform
        from campaigns.ads join campaigns.ad_groups on ad_groups.id = ads.ad_group_id
          join campaigns.campaigns on campaigns.id = ads.campaign_id
        where ads.id = any(${[...adIds]}::text[]) and ads.merchant_id = ${actor.merchantId}`),
    async listCampaignsOfHeadline({ db, actor }, { headline, since }) {
      const rows = await db.many<{ campaign_id: string }>(sql`
        select distinct campaign_id from campaigns.ads
        where merchant_id = ${actor.merchantId} and headline = ${headline}
          and created_at >= ${startOfRiyadhDay(since)} order by campaign_id`);
      return rows.map(({ campaign_id }) => campaign_id);
    },
    listPlanCampaigns: ({ db, actor }, planId) =>
      db.many<PlanCampaign>(sql`
        select id, platform from campaigns.campaigns
        where merchant_id = ${actor.merchantId} and plan_id = ${planId} order by id`),
    listCampaignLabels,
    listAdLabels,
    findAds: ({ db, actor }, ids) =>
      db.many<AdSummary>(sql`
        select id, name, media_id, call_to_action from campaigns.ads
        where merchant_id = ${actor.merchantId} and id = any(${[...ids]}::text[]) order by id`),
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
    async createStructuredDraft(ctx, input) {
      const content = toStructuredDraft(input);
      const step = input.platform ? "ad" : "goal";
      const { id } = await createDraft(ctx, { plan_id: null, content, step, device: preparedBy });
      return { id };
    },
    saveDescribedDraft: saveDescribedDraft(deps),
    findDraftRevision: async (ctx, draftId) => (await findDraft(ctx, draftId))?.revision,
    placeInDraft,
    async createWrittenDraft(ctx, input) {
      const content = toWrittenDraft(input);
      const { id } = await createDraft(ctx, { plan_id: null, content, step: "goal", device: preparedBy });
      return { id };
    },
  };
}
