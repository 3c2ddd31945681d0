import type { ReadContext } from "#base/server/context.ts";
import { type Db, empty, join, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Status, Sync } from "../contract/enums.ts";

/** A campaign as other modules see it. */
export type CampaignSummary = {
  id: string;
  merchant_id: string;
  name: string;
  platform: Platform;
  ad_account_id: string;
  status: Status;
  sync: Sync;
  /** Its id on the platform; null while it does not exist there. */
  platform_id: string | null;
  starts_at: Date;
  ends_at: Date | null;
  daily_budget_halalas: number;
  /** Business time when "active" was first sent; null: it can never have cost anything. */
  may_spend_since: Date | null;
  /** When its status last changed, for campaigns that no longer run. */
  updated_at: Date;
};

/** One of our ads and its id on the platform. */
export type AdRef = { id: string; ad_group_id: string; campaign_id: string; platform_id: string };

export type CampaignsOverview = {
  has_any: boolean;
  failed: { id: string; name: string }[];
};

export interface CampaignsFacade {
  /** The merchant's campaigns, deleted ones included (their figures remain); only those in `ids` when given. */
  findCampaigns(ctx: ReadContext, ids?: readonly string[]): Promise<CampaignSummary[]>;
  /** Whether the merchant has any campaign, and the newest ones whose sync failed. */
  loadCampaignsOverview(ctx: ReadContext): Promise<CampaignsOverview>;
  /**
   * Campaigns whose figures may still change: running, or stopped after `since` (business time). Of all merchants, or
   * only of one or of its ad account.
   */
  listCampaignsWithOpenFigures(db: Db, of: OpenFigures): Promise<CampaignSummary[]>;
  /** A campaign of any merchant, for work that has no merchant id. */
  findCampaign(db: Db, campaignId: string): Promise<CampaignSummary | undefined>;
  /** The campaigns' ads that exist on the platform, to assign the platform's figures to our ads. */
  listAdsOnPlatform(db: Db, campaignIds: readonly string[]): Promise<AdRef[]>;
}

type OpenFigures = { since: Date; merchantId?: string; adAccountId?: string };

const columns = sql`id, merchant_id, name, platform, ad_account_id, status, sync, platform_id, starts_at, ends_at,
  daily_budget_halalas, may_spend_since, updated_at`;

export function makeCampaignsFacade(): CampaignsFacade {
  return {
    async findCampaigns({ db, actor }, ids) {
      if (ids?.length === 0) return [];
      return db.many(sql`
        select ${columns} from campaigns.campaigns
        where merchant_id = ${actor.merchantId} ${ids ? sql`and id in (${join([...ids])})` : empty} order by id`);
    },
    async loadCampaignsOverview({ db, actor }) {
      const isOwn = sql`merchant_id = ${actor.merchantId}`;
      const { has_any } = await db.one<{ has_any: boolean }>(sql`
        select exists (select 1 from campaigns.campaigns where ${isOwn} and status <> 'deleted') as has_any`);
      const failed = await db.many<{ id: string; name: string }>(sql`
        select id, name from campaigns.campaigns
        where ${isOwn} and sync = 'failed' and status <> 'deleted' order by id desc limit 5`);
      return { has_any, failed };
    },
    listCampaignsWithOpenFigures: (db, { since, merchantId, adAccountId }) =>
      db.many(sql`
        select ${columns} from campaigns.campaigns
        where platform_id is not null and may_spend_since is not null and (status = 'active' or updated_at >= ${since})
          ${merchantId === undefined ? empty : sql`and merchant_id = ${merchantId}`}
          ${adAccountId === undefined ? empty : sql`and ad_account_id = ${adAccountId}`}
        order by id`),
    findCampaign: (db, campaignId) =>
      db.maybeOne(sql`select ${columns} from campaigns.campaigns where id = ${campaignId}`),
    listAdsOnPlatform: (db, campaignIds) =>
      db.many(sql`
        select id, ad_group_id, campaign_id, platform_id from campaigns.ads
        where campaign_id = any(${[...campaignIds]}::text[]) and platform_id is not null order by id`),
  };
}
