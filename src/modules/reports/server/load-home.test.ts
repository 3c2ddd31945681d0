import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { CampaignSummary } from "#modules/campaigns/server/campaigns.facade.ts";
import { countOrder } from "#modules/figures/server/count-order.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { ingestDays } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import { homeCampaignsQuery, homeQuerySchema } from "../contract/home.calls.ts";
import { loadHomeCampaigns } from "./load-home-campaigns.ts";
import { type HomeChangesDeps, loadHomeChanges } from "./load-home-changes.ts";
import { loadHomeReport } from "./load-home-report.ts";

let db: TestDb;
const noon = "2026-11-21T09:00:00Z";
const at = (iso = noon) => testContext(db, "mer_1", new Date(iso));

/** Two campaigns on two platforms, each of a store of its own. */
const campaigns = [
  { id: "cmp_1", name: "تمور", platform: "snapchat" },
  { id: "cmp_2", name: "هدايا", platform: "tiktok" },
] as const;
let startedAt: string;
const summaries = () =>
  campaigns.map((campaign) => ({
    ...campaign,
    starts_at: new Date(startedAt),
  })) as unknown as CampaignSummary[];

const deps = (): HomeChangesDeps & Parameters<typeof loadHomeReport>[0] => ({
  figures: makeFiguresFacade({ systemClock: { now: () => new Date(noon) } }),
  setupState: async () => ({ is_connected: true, has_campaigns: true }),
  storeCampaignIds: async (_ctx, storeId) => (storeId === "sto_2" ? ["cmp_2"] : ["cmp_1"]),
  findCampaigns: async (_ctx, ids) => summaries().filter(({ id }) => ids.includes(id)),
});
const ask = (query: object = {}) => homeQuerySchema.parse(query);

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  startedAt = "2026-11-01T00:00:00Z";
  await db.reset();
  for (const { id, platform, name } of campaigns)
    await measure(at(), { ...aMeasuredCampaign, campaign_id: id, platform, name });
});
afterAll(() => db.close());

/** The platform reports a whole day of a campaign, as it is known at `iso`. */
const spend = (campaignId: string, day: string, riyals: number, iso = noon) =>
  transact(at(iso), (ctx) =>
    ingestDays(ctx, { adAccountId: "aac_1", platform: campaignId === "cmp_1" ? "snapchat" : "tiktok" }, [
      {
        campaignId,
        adId: `ad_of_${campaignId}`,
        day: day as RiyadhDay,
        impressions: 100,
        clicks: 0,
        spend: halalas(riyals * 100),
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
      },
    ]),
  );

/** An order that the campaign brought, known at `iso`. */
const sell = (
  campaign_id: string,
  placedAt: string,
  riyals: number,
  iso = noon,
  status: "placed" | "delivered" = "placed",
) =>
  transact(at(iso), (ctx) =>
    countOrder({
      findAttribution: async () => ({ campaign_id, ad_id: `ad_of_${campaign_id}` }),
      findOrderFacts: async () => ({
        store_id: "sto_1",
        placed_at: new Date(placedAt),
        status,
        counts: true,
        total_halalas: riyals * 100,
        refunded_halalas: 0,
        city_key: null,
        products: [],
      }),
    })(ctx, { orderId: `ord_${placedAt}_${riyals}` }),
  );

describe("home's figures", () => {
  beforeEach(async () => {
    await spend("cmp_1", "2026-11-20", 100);
    await spend("cmp_2", "2026-11-20", 40);
    await spend("cmp_2", "2026-11-13", 10);
    await sell("cmp_1", "2026-11-20T12:00:00Z", 300);
  });
  const load = (query: object = {}) => loadHomeReport(deps())(at(), ask(query));

  it("are the same from the prepared statement and from the narrowed one", async () => {
    const usual = await load({ days: "7" });
    const narrowed = await load({ days: "7", from: "2026-11-15", to: "2026-11-21", compare: "last_year" });
    expect({ ...narrowed, previous: usual.previous, compared: usual.compared }).toEqual(usual);
    expect(usual).toMatchObject({
      totals: { spend_halalas: 14_000, sales_placed_halalas: 30_000 },
      previous: { spend_halalas: 1_000 },
      compared: { from: "2026-11-08", to: "2026-11-14" },
    });
    expect(usual.days.map(({ has_data }) => has_data)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it("are narrowed by platform and by store", async () => {
    expect(await load({ platform: "tiktok" })).toMatchObject({
      totals: { spend_halalas: 5_000, orders_placed: 0 },
      platforms: [{ platform: "tiktok" }],
    });
    expect((await load({ store_id: "sto_1" })).totals).toMatchObject({
      spend_halalas: 10_000,
      orders_placed: 1,
    });
    expect((await load({ store_id: "sto_1", platform: "tiktok" })).totals.spend_halalas).toBe(0);
  });

  it("are compared with nothing when the merchant wants so", async () => {
    expect(await load({ days: "7", compare: "none" })).toMatchObject({
      compared: null,
      totals: { spend_halalas: 14_000 },
      previous: { spend_halalas: 0, roas_placed: null },
    });
  });
});

describe("what changed since yesterday", () => {
  const load = (query: { platform?: "tiktok"; store_id?: string } = {}, iso = noon) =>
    loadHomeChanges(deps())(at(iso), query);

  it("compares today so far with yesterday as it was known at the same hour, and says why", async () => {
    await spend("cmp_1", "2026-11-20", 50, "2026-11-20T08:00:00Z");
    await sell("cmp_1", "2026-11-20T07:00:00Z", 200, "2026-11-20T08:30:00Z");
    // What came later yesterday is no part of the comparison.
    await spend("cmp_1", "2026-11-20", 150, "2026-11-20T20:00:00Z");
    await spend("cmp_1", "2026-11-21", 52);
    await sell("cmp_1", "2026-11-21T06:00:00Z", 120);
    await sell("cmp_1", "2026-11-21T06:30:00Z", 130);
    await spend("cmp_2", "2026-11-21", 30);
    expect(await load()).toEqual({
      today: { spend_halalas: 8_200, orders_placed: 2, sales_placed_halalas: 25_000 },
      yesterday: { spend_halalas: 5_000, orders_placed: 1, sales_placed_halalas: 20_000 },
      campaigns: [
        {
          id: "cmp_1",
          name: "تمور",
          platform: "snapchat",
          reason: "more_orders",
          spend_change_halalas: 200,
          orders_change: 1,
          sales_change_halalas: 5_000,
        },
        {
          id: "cmp_2",
          name: "هدايا",
          platform: "tiktok",
          reason: "started",
          spend_change_halalas: 3_000,
          orders_change: 0,
          sales_change_halalas: 0,
        },
      ],
    });
    expect((await load({ platform: "tiktok" })).campaigns).toHaveLength(1);
    expect((await load({ store_id: "sto_1" })).campaigns).toMatchObject([{ id: "cmp_1" }]);
  });

  it("is nothing where nothing differs", async () => {
    expect(await load()).toMatchObject({ today: { spend_halalas: 0 }, campaigns: [] });
  });
});

describe("campaigns that earn and that burn", () => {
  const load = (query: object = {}) => loadHomeCampaigns(deps())(at(), homeCampaignsQuery.parse(query));
  beforeEach(async () => {
    await spend("cmp_1", "2026-11-20", 100);
    await sell("cmp_1", "2026-11-20T12:00:00Z", 300);
    await spend("cmp_2", "2026-11-20", 80);
    await sell("cmp_2", "2026-11-20T12:00:00Z", 20);
  });

  it("are told apart by what they brought above their cost", async () => {
    expect(await load()).toMatchObject({
      earning: [{ id: "cmp_1", net_halalas: 20_000, roas_placed: 3 }],
      burning: [{ id: "cmp_2", net_halalas: -6_000, roas_placed: 0.25 }],
    });
    expect(await load({ from: "2026-11-01", to: "2026-11-10" })).toEqual({ earning: [], burning: [] });
    expect((await load({ store_id: "sto_2" })).earning).toEqual([]);
  });

  it("are judged by delivered orders for who counts those, once one is delivered", async () => {
    expect(await load({ counted: "delivered" })).toEqual({ earning: [], burning: [] });
    await sell("cmp_1", "2026-11-20T13:00:00Z", 40, noon, "delivered");
    expect(await load({ counted: "delivered" })).toMatchObject({
      earning: [],
      burning: [{ id: "cmp_1", net_halalas: -6_000, roas_delivered: 0.4, sales_placed_halalas: 34_000 }],
    });
  });

  it("are not judged within their first day, nor for a few riyals", async () => {
    startedAt = "2026-11-20T10:00:00Z";
    expect(await load()).toEqual({ earning: [], burning: [] });
    startedAt = "2026-11-01T00:00:00Z";
    await spend("cmp_2", "2026-11-20", 49);
    expect((await load()).burning).toEqual([]);
  });
});
