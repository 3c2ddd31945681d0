import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { type CountOrderDeps, countOrder } from "#modules/figures/server/count-order.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { ingestDays } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import type { TableDeps } from "../server/tables/table-deps.ts";

/** The modules below, as they are; only the platforms' answers about people are given by the test. */
export async function makeTableDeps(readAudience: TableDeps["readAudience"]): Promise<TableDeps> {
  return {
    figures: makeFiguresFacade({ systemClock: { now: () => new Date() } }),
    // Only what is read.
    campaigns: makeCampaignsFacade({} as Parameters<typeof makeCampaignsFacade>[0]),
    stores: makeStoresFacade(),
    seasons: makeSeasonsFacade(),
    wallet: makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") }),
    messages: await loadMessages("src"),
    readAudience,
    whyEmpty: async () => "none",
  };
}

type Campaign = {
  id: string;
  platform: Platform;
  storeId: string;
  status?: "active" | "paused" | "deleted";
  objective?: "sales" | "traffic";
};

/** A campaign with one ad group and one ad, in its own tables and among those that are measured. */
export async function aCampaign(
  ctx: ReadContext,
  { id, platform, storeId, status = "active", objective = "sales" }: Campaign,
): Promise<void> {
  const { merchantId } = ctx.actor;
  await ctx.db.run(sql`
    insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
    values (${merchantId}, ${`pln_${id}`}, ${id}, ${objective}, now(), now())`);
  await ctx.db.run(sql`
    insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, ad_account_id, store_id,
      landing_url, objective, bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, created_at, updated_at)
    values (${id}, ${merchantId}, ${`pln_${id}`}, ${`حملة ${id}`}, ${id}, ${platform}, ${`aac_${platform}`}, ${storeId},
      'https://shop.example', ${objective}, 'auto_bid', '2026-11-01', false, 5000, ${status}, now(), now())`);
  await ctx.db.run(sql`
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
    values (${`adg_${id}`}, ${merchantId}, ${id}, 'نساء الرياض', '[]', '[]', 'all', '[]', '[]', false, '[]', 'active', now(), now())`);
  await ctx.db.run(sql`
    insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, body, description, target_url,
      tracking_id, tracking_url, call_to_action, brand_name, status, created_at, updated_at)
    values (${`ad_${id}`}, ${merchantId}, ${id}, ${`adg_${id}`}, 'عجوة', 'عجوة', '', '', '', '', '', '', '', 'active', now(), now())`);
  await measure(ctx, { ...aMeasuredCampaign, campaign_id: id, platform, ad_account_id: `aac_${platform}` });
}

/** What the platform reports of the campaign's ad on a day. */
export const reportSpend = (
  ctx: ReadContext,
  { id, platform, day, spend }: { id: string; platform: Platform; day: string; spend: number },
) =>
  transact(ctx, (ctx) =>
    ingestDays(ctx, { adAccountId: `aac_${platform}`, platform }, [
      {
        campaignId: id,
        adId: `ad_${id}`,
        day: day as RiyadhDay,
        impressions: 1_000,
        clicks: 20,
        spend: halalas(spend),
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
      },
    ]),
  );

type Facts = NonNullable<Awaited<ReturnType<CountOrderDeps["findOrderFacts"]>>>;

/** An order of a store; brought by a campaign's ad when one is named. */
export const placeOrder = (
  ctx: ReadContext,
  { id, campaignId, ...facts }: { id: string; campaignId?: string } & Partial<Facts>,
) =>
  transact(ctx, (ctx) =>
    countOrder({
      findOrderFacts: async () => ({
        store_id: "sto_1",
        placed_at: new Date("2026-11-20T12:00:00Z"),
        status: "placed",
        counts: true,
        total_halalas: 10_000,
        refunded_halalas: 0,
        city_key: "riyadh",
        products: [],
        ...facts,
      }),
      findAttribution: async () =>
        campaignId === undefined ? null : { campaign_id: campaignId, ad_id: `ad_${campaignId}` },
    })(ctx, { orderId: id }),
  );

/** A store and one of its products. */
export async function aStore(ctx: ReadContext, id: string, name: string): Promise<void> {
  const { merchantId } = ctx.actor;
  await ctx.db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
    values (${id}, ${merchantId}, 'salla', ${id}, ${name}, 'https://shop.example', 'shop.example', 'SAR', 'connected', now())`);
  await ctx.db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, sku, name, search_text, price_halalas,
      regular_price_halalas, currency, status, read_at)
    values (${`prd_${id}`}, ${id}, ${merchantId}, 'p1', '', 'تمر عجوة', '', 4500, 4500, 'SAR', 'on_sale', now())`);
}
