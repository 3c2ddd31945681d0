import { type Db, empty, join, sql, type Tx } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Status, Sync } from "../contract/enums.ts";
import type { CampaignsDeps } from "./deps.ts";
import { pauseForMoney } from "./stop-campaign.ts";

/** A campaign as other rooms may know it. */
export type CampaignSummary = {
  id: string;
  merchant_id: string;
  name: string;
  platform: Platform;
  ad_account_id: string;
  status: Status;
  sync: Sync;
  /** Its id on the platform; null while it does not stand there. */
  platform_id: string | null;
  starts_at: Date;
  ends_at: Date | null;
  daily_budget_halalas: number;
  /** Business time of the first "active" that was sent; null: it can never have cost anything. */
  may_spend_since: Date | null;
  /** When it last changed state, for those that no longer run. */
  updated_at: Date;
};

/** One ad of ours and its id on the platform. */
export type AdRef = { id: string; ad_group_id: string; campaign_id: string; platform_id: string };

export type CampaignsOverview = {
  has_any: boolean;
  has_running: boolean;
  failed: { id: string; name: string }[];
};

export interface CampaignsFacade {
  /** The merchant's campaigns, deleted ones included (their figures remain); only those named, when ids are given. */
  findCampaigns(db: Db, merchantId: string, ids?: readonly string[]): Promise<CampaignSummary[]>;
  /** Everybody's campaigns that may be costing money now: active ones that stand on the platform. */
  listRunningCampaigns(db: Db): Promise<CampaignSummary[]>;
  /** Campaigns whose figures may still change, running or stopped after `since` (business time): everybody's, or one ad account's. */
  listCampaignsWithOpenFigures(
    db: Db,
    since: Date,
    of?: { merchantId: string; adAccountId?: string },
  ): Promise<CampaignSummary[]>;
  /** Anybody's campaign, for work that has no merchant at hand. */
  findCampaign(db: Db, campaignId: string): Promise<CampaignSummary | undefined>;
  /** The campaigns' ads that stand on the platform, to know whose a platform's figure is. */
  listAdsOnPlatform(db: Db, campaignIds: readonly string[]): Promise<AdRef[]>;
  /** Whether the merchant has campaigns at all, whether one runs, and the newest ones that did not reach their platform. */
  loadCampaignsOverview(db: Db, merchantId: string): Promise<CampaignsOverview>;
  /** Pauses all a merchant's running campaigns because their money has ended; answers which. */
  pauseForMoney(tx: Tx, merchantId: string): Promise<string[]>;
}

const columns = sql`id, merchant_id, name, platform, ad_account_id, status, sync, platform_id, starts_at, ends_at,
  daily_budget_halalas, may_spend_since, updated_at`;

export function makeCampaignsFacade(deps: Pick<CampaignsDeps, "wallet" | "worldClock">): CampaignsFacade {
  return {
    async findCampaigns(db, merchantId, ids) {
      if (ids?.length === 0) return [];
      return db.many(sql`
        select ${columns} from campaigns.campaigns
        where merchant_id = ${merchantId} ${ids ? sql`and id in (${join([...ids])})` : empty} order by id`);
    },
    listRunningCampaigns: (db) =>
      db.many(sql`
        select ${columns} from campaigns.campaigns
        where status = 'active' and platform_id is not null order by id`),
    listCampaignsWithOpenFigures: (db, since, of) =>
      db.many(sql`
        select ${columns} from campaigns.campaigns
        where platform_id is not null and may_spend_since is not null and (status = 'active' or updated_at >= ${since})
          ${of ? sql`and merchant_id = ${of.merchantId}` : empty}
          ${of?.adAccountId === undefined ? empty : sql`and ad_account_id = ${of.adAccountId}`}
        order by id`),
    findCampaign: (db, campaignId) =>
      db.maybeOne(sql`select ${columns} from campaigns.campaigns where id = ${campaignId}`),
    listAdsOnPlatform: (db, campaignIds) =>
      db.many(sql`
        select id, ad_group_id, campaign_id, platform_id from campaigns.ads
        where campaign_id = any(${[...campaignIds]}::text[]) and platform_id is not null order by id`),
    async loadCampaignsOverview(db, merchantId) {
      const { has_any, has_running } = await db.one<{ has_any: boolean; has_running: boolean }>(sql`
        select exists (select 1 from campaigns.campaigns where merchant_id = ${merchantId} and status <> 'deleted') as has_any,
          exists (select 1 from campaigns.campaigns where merchant_id = ${merchantId} and status = 'active') as has_running`);
      const failed = await db.many<{ id: string; name: string }>(sql`
        select id, name from campaigns.campaigns
        where merchant_id = ${merchantId} and sync = 'failed' and status <> 'deleted' order by id desc limit 5`);
      return { has_any, has_running, failed };
    },
    pauseForMoney: (tx, merchantId) => pauseForMoney(deps, tx, merchantId),
  };
}
