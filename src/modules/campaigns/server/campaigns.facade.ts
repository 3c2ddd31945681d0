import type { ReadContext } from "#base/server/context.ts";
import { empty, join, sql } from "#base/server/db/db.ts";
import type { CampaignColumns } from "./records.ts";

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

export type CampaignsOverview = {
  has_started: boolean;
  failed: { id: string; name: string }[];
};

export interface CampaignsFacade {
  /** The merchant's campaigns, deleted ones included (their figures remain); only those in `ids` when given. */
  findCampaigns(ctx: ReadContext, ids?: readonly string[]): Promise<CampaignSummary[]>;
  /** Whether the merchant has any campaign that was started, and the newest ones whose sync failed. */
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
    async loadCampaignsOverview({ db, actor }) {
      const isOwn = sql`merchant_id = ${actor.merchantId}`;
      const { has_started } = await db.one<{ has_started: boolean }>(sql`
        select exists (select 1 from campaigns.campaigns where ${isOwn} and status not in ('created', 'deleted')) as has_started`);
      const failed = await db.many<{ id: string; name: string }>(sql`
        select id, name from campaigns.campaigns
        where ${isOwn} and sync = 'failed' and status <> 'deleted' order by id desc limit 5`);
      return { has_started, failed };
    },
  };
}
