import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceQuery } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type CampaignOnPlatform, makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { recordFault, recordSuccess } from "#modules/figures/server/account-polls.store.ts";
import { makeFiguresFacade, recordAds } from "#modules/figures/server/figures.facade.ts";
import { figuresSubscriptions } from "#modules/figures/server/figures.subscriptions.ts";
import { ingestHours } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { findEntry } from "#modules/wallet/server/statement/find-entry.ts";
import { findLedgerMonth, streamLedgerEntries } from "#modules/wallet/server/statement/ledger-month.ts";
import { sumFees, sumSettledSpend } from "#modules/wallet/server/sum-ledger-days.ts";
import type { WalletNotices } from "#modules/wallet/server/wallet.facade.ts";
import type { BreakdownRow } from "../contract/reports.calls.ts";
import type { CustomDeps } from "./custom/custom-deps.ts";
import { mountReports, type ReportsDeps } from "./reports.routes.ts";

let db: TestDb;
let server: TestServer;
let notices: WalletNotices;
let setupState = { is_connected: true, has_campaigns: true };
const worldClock = frozenClock("2026-11-21T09:00:00Z");
const orders = new Map<
  string,
  {
    placed_at: Date;
    counts: boolean;
    status: "placed" | "delivered" | "cancelled";
    total_halalas: number;
    refunded_halalas: number;
  }
>();

const inGroup = (ad_group_id: string, ad_group_name: string) => ({
  campaign_id: "cmp_1",
  ad_group_id,
  ad_group_name,
  is_ad_group_deleted: false,
});
/** The campaign's ads: two in one group, and a deleted one in another. */
const ads = [
  { id: "ad_1", name: "صورة", media_id: "med_1", is_deleted: false, ...inGroup("adg_1", "الرياض") },
  { id: "ad_2", name: "فيديو", media_id: "med_2", is_deleted: false, ...inGroup("adg_1", "الرياض") },
  { id: "ad_3", name: "قديم", media_id: null, is_deleted: true, ...inGroup("adg_2", "جدة") },
];

/** The merchant's campaigns on their platforms, and who saw them; null: the platform does not say. */
const onPlatform = new Map<string, CampaignOnPlatform>([
  ["cmp_1", { ad_account_id: "aac_1", platform_id: "plat_1" }],
  ["cmp_new", { ad_account_id: "aac_1", platform_id: null }],
]);
let people: AudienceFigures<Halalas>[] | null;
const audienceQueries: AudienceQuery[] = [];

beforeAll(async () => {
  db = await testDb();
  const deps: ReportsDeps = {
    figures: makeFiguresFacade({ systemClock: worldClock }),
    // Their own tests are in server/custom.
    custom: {} as CustomDeps,
    setupState: async () => setupState,
    whyEmpty: async () => "none",
    // Only what is read.
    campaigns: makeCampaignsFacade({} as Parameters<typeof makeCampaignsFacade>[0]),
    stores: makeStoresFacade(),
    seasons: makeSeasonsFacade(),
    messages: await loadMessages("src"),
    // Its own test is in server/truth.
    tracking: { readAttribution: () => Promise.reject(new Error("not asked for")) },
    wallet: { sumSettledSpend, sumFees, listAdSpendMonths: async () => [], adSpendInvoicing: "monthly" },
    readAudience: async () => ({ from: "2026-11-01", to: "2026-11-01", rows: [] }) as never,
    ownsCampaign: async ({ actor }, campaignId) => actor.merchantId === "mer_1" && campaignId === "cmp_1",
    systemClock: worldClock,
    findCampaigns: async () => [],
    storeCampaignIds: async () => ["cmp_1"],
    findOnPlatform: async (_ctx, id) => onPlatform.get(id),
    bindAdPlatform: () => ({
      readAudience: async (query) => {
        audienceQueries.push(query);
        return people;
      },
    }),
    campaignAds: async () => ads,
    planCampaigns: async ({ actor }, planId) =>
      actor.merchantId === "mer_1" && planId === "pln_1"
        ? [
            { id: "cmp_1", platform: "snapchat" },
            { id: "cmp_2", platform: "tiktok" },
          ]
        : [],
    findEntry,
    findLedgerMonth,
    streamLedgerEntries,
    streamInvoices: async function* () {},
    findCampaign: async () => undefined,
    walletOutlook: async () => ({ is_empty: false, ends_on: null }),
    walletNotices: async () => notices,
    expiringCards: async () => [{ id: "crd_1", last_four: "4242", expires_on: "2026-12-31" as RiyadhDay }],
    lostStores: async () => [{ id: "sto_1", name: "متجر نخلة" }],
    lostAdAccounts: async () => [],
    expiringAccess: async () => [
      { id: "aac_1", platform: "meta", ends_at: new Date("2026-11-28T21:30:00Z") },
    ],
    failedCampaigns: async () => ({ failed: [], season_failed: [] }),
  };
  server = await testServer(db, (app, http) => mountReports(app, http, deps), worldClock);
});
beforeEach(async () => {
  orders.clear();
  worldClock.set("2026-11-21T09:00:00Z");
  notices = { planned_top_up: null, top_up_stopped: null, chargebacks: [] };
  setupState = { is_connected: true, has_campaigns: true };
  await db.reset();
  await measure(contextAt());
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

/** A request of the merchant, at the world's time unless another is given. */
const contextAt = (now = worldClock.now()) => testContext(db, "mer_1", now);

/** A campaign of the account runs, so that its figures still change. */
const measureRunning = (adAccountId: string) =>
  measure(contextAt(), {
    ...aMeasuredCampaign,
    campaign_id: `cmp_of_${adAccountId}`,
    ad_account_id: adAccountId,
    platform_id: `plat_${adAccountId}`,
    may_spend_since: aMeasuredCampaign.starts_at,
    status: "active",
  });

async function someFigures(
  input: { impressions?: number; campaignId?: string; adId?: string } = {},
  platform: Platform = "snapchat",
) {
  const hour = {
    campaignId: "cmp_1",
    adId: "ad_1",
    hour: new Date("2026-11-20T10:00:00Z"),
    impressions: 2_000,
    clicks: 30,
    spend: halalas(5_000),
    platformReportedPurchases: 2,
    platformReportedSales: halalas(40_000),
    ...input,
  };
  await transact(contextAt(), (ctx) => ingestHours(ctx, { adAccountId: "aac_1", platform }, [hour]));
}

async function recordOrder(
  orderId: string,
  status: "placed" | "delivered" | "cancelled",
  adId: string | null = "ad_1",
  counts = true,
) {
  orders.set(orderId, {
    counts,
    placed_at: new Date("2026-11-20T12:00:00Z"),
    status,
    total_halalas: 17_000,
    refunded_halalas: 0,
  });
  await db.transaction((tx) =>
    tx.publish({
      name: "store.order_recorded",
      merchant_id: "mer_1",
      store_id: "sto_1",
      order_id: orderId,
    }),
  );
  const subscriptions = figuresSubscriptions({
    findOrderFacts: async (_ctx, id) => {
      const order = orders.get(id);
      return order ? { ...order, store_id: "sto_1", city_key: null, products: [] } : null;
    },
    findAttribution: async () => (adId === null ? null : { campaign_id: "cmp_1", ad_id: adId }),
  });
  await makeOutboxRelay({ db, log: makeLog("silent"), worldClock, subscriptions }).settle();
}

const noOrders = {
  findOrderFacts: async () => null,
  findAttribution: async () => null,
};
const home = (as: string) => server.call("GET Clients/Reports/home", { as, query: { days: "7" } });

describe("the home figures", () => {
  it("give the reason why they are empty", async () => {
    setupState = { is_connected: false, has_campaigns: false };
    expect((await home("mer_1")).data).toMatchObject({ emptiness: "not_connected", as_of: null });
    setupState = { is_connected: true, has_campaigns: true };
    expect((await home("mer_1")).data).toMatchObject({
      emptiness: "not_read_yet",
      totals: { roas_placed: null },
    });
  });

  it("are pending while the platform has reported only zeros, and none in a period after better days", async () => {
    const campaign = () => server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_1" });
    await someFigures({ impressions: 0 });
    expect((await home("mer_1")).data).toMatchObject({ emptiness: "not_read_yet" });
    expect((await campaign()).data).toMatchObject({ emptiness: "not_read_yet" });
    await someFigures();
    expect((await campaign()).data).toMatchObject({ emptiness: null });
    worldClock.set("2027-01-21T09:00:00Z");
    expect((await home("mer_1")).data).toMatchObject({ emptiness: "none" });
    expect((await campaign()).data).toMatchObject({ emptiness: "none" });
  });

  it("show what each riyal brought, and mark the days that still change", async () => {
    await someFigures();
    await recordOrder("ord_1", "placed");
    const { data } = await home("mer_1");
    expect(data).toMatchObject({
      emptiness: null,
      totals: {
        impressions: 2_000,
        spend_halalas: 5_000,
        orders_placed: 1,
        sales_placed_halalas: 17_000,
        roas_placed: 3.4,
        roas_delivered: 0,
      },
      from: "2026-11-15",
      to: "2026-11-21",
    });
    const days = (data as { days: { day: string; is_settled: boolean }[] }).days;
    expect(days.map((day) => day.is_settled)).toEqual([true, true, true, true, true, false, false]);
  });

  it("follow an order through delivery and cancellation, reported any number of times", async () => {
    for (const status of ["placed", "placed", "delivered", "delivered"] as const)
      await recordOrder("ord_1", status);
    expect((await home("mer_1")).data).toMatchObject({
      totals: { orders_placed: 1, orders_delivered: 1, sales_delivered_halalas: 17_000 },
    });
    await recordOrder("ord_1", "cancelled");
    expect((await home("mer_1")).data).toMatchObject({
      totals: { orders_placed: 0, orders_delivered: 0, sales_placed_halalas: 0 },
    });
  });

  it("compare the platforms, highest spend first", async () => {
    await someFigures();
    await someFigures({ campaignId: "cmp_2", adId: "ad_2" }, "tiktok");
    await recordOrder("ord_1", "placed");
    expect((await home("mer_1")).data).toMatchObject({
      platforms: [
        { platform: "snapchat", spend_halalas: 5_000, orders_placed: 1, roas_placed: 3.4 },
        { platform: "tiktok", spend_halalas: 5_000, orders_placed: 0, roas_placed: 0 },
      ],
    });
  });

  it("show unconfirmed orders apart from the others and outside the ratio, until they are confirmed", async () => {
    await someFigures();
    await recordOrder("ord_1", "placed");
    await recordOrder("ord_2", "placed", "ad_1", false);
    const beside = {
      orders_placed: 1,
      roas_placed: 3.4,
      orders_unconfirmed: 1,
      sales_unconfirmed_halalas: 17_000,
    };
    expect((await home("mer_1")).data).toMatchObject({ totals: beside });
    const campaign = await server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_1" });
    expect(campaign.data).toMatchObject({ totals: beside, ads: [{ orders_placed: 1 }] });
    await recordOrder("ord_2", "placed");
    const counted = {
      orders_placed: 2,
      roas_placed: 6.8,
      orders_unconfirmed: 0,
      sales_unconfirmed_halalas: 0,
    };
    expect((await home("mer_1")).data).toMatchObject({ totals: counted });
  });

  it("lose an order whose store says that no ad of ours brought it", async () => {
    await someFigures();
    await recordOrder("ord_1", "placed");
    await recordOrder("ord_1", "placed", null);
    expect((await home("mer_1")).data).toMatchObject({
      totals: { orders_placed: 0, sales_placed_halalas: 0 },
    });
    expect(await db.many(sql`select 1 from figures.attributed_orders`)).toEqual([]);
  });

  it("are as old as the oldest account whose figures still change, and tell days without data from zeros", async () => {
    await someFigures();
    await recordSuccess(contextAt(new Date("2026-11-21T05:00:00Z")), account);
    await recordSuccess(contextAt(new Date("2026-11-21T08:00:00Z")), { ...account, adAccountId: "aac_2" });
    const data = async () =>
      (await home("mer_1")).data as { as_of: string; days: { day: string; has_data: boolean }[] };
    await measureRunning("aac_2");
    expect((await data()).as_of).toBe("2026-11-21T08:00:00.000Z");
    await measureRunning("aac_1");
    expect((await data()).as_of).toBe("2026-11-21T05:00:00.000Z");
    expect((await data()).days.filter(({ has_data }) => has_data).map(({ day }) => day)).toEqual([
      "2026-11-20",
    ]);
  });

  it("are the merchant's own only", async () => {
    await someFigures();
    expect((await home("mer_2")).data).toMatchObject({ totals: { impressions: 0 } });
    expect((await server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_2" })).status).toBe(404);
  });
});

describe("a campaign's figures", () => {
  it("include each ad's part", async () => {
    await someFigures();
    await recordOrder("ord_1", "placed");
    const { data } = await server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_1" });
    expect(data).toMatchObject({
      ads: [{ ad_id: "ad_1", spend_halalas: 5_000, orders_placed: 1, roas_placed: 3.4 }],
    });
  });

  it("attribute an order to the ad its click came from, and to that one only", async () => {
    await recordOrder("ord_1", "placed", "ad_1");
    await recordOrder("ord_1", "placed", "ad_2");
    const { data } = await server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_1" });
    expect(data).toMatchObject({
      totals: { orders_placed: 1 },
      ads: [
        { ad_id: "ad_1", orders_placed: 0, sales_placed_halalas: 0 },
        { ad_id: "ad_2", orders_placed: 1, sales_placed_halalas: 17_000 },
      ],
    });
  });

  it("come as sums for a list", async () => {
    await someFigures();
    const { data } = await server.call("GET Clients/Reports/campaigns", {
      as: "mer_1",
      query: { ids: "cmp_1,cmp_2" },
    });
    expect(data).toMatchObject({ items: [{ campaign_id: "cmp_1", clicks: 30, spend_today_halalas: null }] });
  });
});

const account = {
  adAccountId: "aac_1",
  platform: "meta" as const,
  name: "Noura US",
  currency: "USD",
};
const busy = new AdapterFault("later", { reason: "503", retryAfterSeconds: 40 });
const silent = () => recordFault(contextAt(), account, { fault: busy, systemNow: worldClock.now() });
const readings = () => server.call("GET Clients/Reports/readings", { as: "mer_1" });

describe("the account polls", () => {
  it("show how current each account's figures are, and the rate of a foreign currency", async () => {
    await recordSuccess(contextAt(), account);
    const fresh = { as_of: "2026-11-21T09:00:00.000Z", failing_since: null, next_try_in_seconds: null };
    const rate = { sar_micros: 3_750_000, since: "1986-06-01" };
    expect((await readings()).data).toMatchObject({
      items: [{ ad_account_id: "aac_1", platform: "meta", currency: "USD", rate, ...fresh }],
    });
    await recordSuccess(contextAt(), { ...account, currency: "SAR" });
    expect((await readings()).data).toMatchObject({ items: [{ currency: "SAR", rate: null }] });
  });

  it("show since when a platform does not respond and when it is polled again, until it responds", async () => {
    await silent();
    worldClock.set("2026-11-21T10:00:00Z");
    await silent();
    expect((await readings()).data).toMatchObject({
      items: [{ as_of: null, failing_since: "2026-11-21T09:00:00.000Z", next_try_in_seconds: 40 }],
    });
    await recordSuccess(contextAt(), account);
    expect((await readings()).data).toMatchObject({
      items: [{ failing_since: null, next_try_in_seconds: null }],
    });
  });

  it("stop when access is lost, until the account is linked again", async () => {
    await silent();
    await publishOfAccount("ad_account.connection_lost");
    expect((await readings()).data).toMatchObject({
      items: [{ is_disconnected: true, next_try_in_seconds: null }],
    });
    await publishOfAccount("ad_account.linked");
    expect((await readings()).data).toMatchObject({
      items: [{ is_disconnected: false, failing_since: null }],
    });
  });

  it("end with the account, and resume at once when it is linked again", async () => {
    await silent();
    await publishOfAccount("ad_account.linked");
    expect((await readings()).data).toMatchObject({ items: [{ next_try_in_seconds: null }] });
    await publishOfAccount("ad_account.unlinked");
    expect((await readings()).data).toMatchObject({ items: [] });
  });
});

type AccountEvent = "ad_account.linked" | "ad_account.unlinked" | "ad_account.connection_lost";

async function publishOfAccount(name: AccountEvent) {
  const about = { merchant_id: "mer_1", ad_account_id: "aac_1" };
  await db.transaction((tx) =>
    name === "ad_account.connection_lost"
      ? tx.publish({ name, ...about, reason: "access_revoked" })
      : tx.publish({ name, ...about }),
  );
  await makeOutboxRelay({
    db,
    log: makeLog("silent"),
    worldClock,
    subscriptions: figuresSubscriptions(noOrders),
  }).settle();
}

describe("what needs attention", () => {
  it("includes a platform that has not responded for hours, but not one with a short outage", async () => {
    const kinds = async () => {
      const { data } = await server.call("GET Clients/Reports/attention", { as: "mer_1" });
      return (data as { items: { kind: string; subject: string; since: string }[] }).items.filter(
        ({ kind }) => kind === "ad_account_silent",
      );
    };
    await recordSuccess(contextAt(new Date("2026-11-21T08:45:00Z")), account);
    await silent();
    worldClock.set("2026-11-21T11:59:00Z");
    expect(await kinds()).toEqual([]);
    worldClock.set("2026-11-21T12:00:00Z");
    expect(await kinds()).toMatchObject([{ subject: "meta", since: "2026-11-21T08:45:00.000Z" }]);
  });

  it("names its subject", async () => {
    const { data } = await server.call("GET Clients/Reports/attention", { as: "mer_1" });
    expect(data).toMatchObject({
      items: [
        { kind: "store_connection_lost", subject: "متجر نخلة" },
        { kind: "ad_account_permission_ends", subject: "meta", ends_on: "2026-11-29" },
        { kind: "card_expiring", subject: "4242", subject_id: "crd_1", ends_on: "2026-12-31" },
      ],
    });
  });

  it("begins with money that moved, or is about to move, without the merchant", async () => {
    notices = {
      planned_top_up: {
        id: "top_1",
        amount_halalas: 30_000,
        charge_at: new Date("2026-11-21T09:10:00Z"),
      },
      top_up_stopped: "card_refused",
      chargebacks: [{ id: "chb_1", amount_halalas: 20_000, applied_at: new Date("2026-11-20T08:00:00Z") }],
    };
    const { data } = await server.call("GET Clients/Reports/attention", { as: "mer_1" });
    const { items } = data as { items: object[] };
    expect(items.slice(0, 4)).toMatchObject([
      { kind: "top_up_card_refused" },
      {
        kind: "charged_back",
        subject_id: "chb_1",
        amount_halalas: 20_000,
        since: "2026-11-20T08:00:00.000Z",
      },
      {
        kind: "top_up_planned",
        subject_id: "top_1",
        amount_halalas: 30_000,
        charge_at: "2026-11-21T09:10:00.000Z",
      },
      { kind: "store_connection_lost" },
    ]);
  });

  it("keeps the roll-up equal to the orders behind it", async () => {
    await recordOrder("ord_1", "placed");
    const sums = await db.one(sql`
      select (select sum(sales_placed_halalas) from figures.campaign_days)
        = (select sum(sales_placed_halalas) from figures.attributed_orders)
        and (select sum(sales_placed_halalas) from figures.merchant_days)
        = (select sum(sales_placed_halalas) from figures.attributed_orders) as equal`);
    expect(sums).toEqual({ equal: true });
  });
});

describe("a campaign's period", () => {
  const campaign = async (query: Record<string, string>) =>
    (await server.call("GET Clients/Reports/campaign/cmp_1", { as: "mer_1", query })).data;

  it("is any days, compared with as many before, and its days are settled by today's date", async () => {
    await someFigures();
    const data = await campaign({ from: "2026-11-20", to: "2026-11-20" });
    expect(data).toMatchObject({
      from: "2026-11-20",
      to: "2026-11-20",
      totals: { spend_halalas: 5_000, cpc_halalas: 167, cpm_halalas: 2_500, cost_per_order_halalas: null },
      previous: { spend_halalas: 0 },
      days: [{ day: "2026-11-20", is_settled: false, has_data: true }],
    });
    expect(await campaign({ from: "2026-11-21", to: "2026-11-21" })).toMatchObject({
      totals: { spend_halalas: 0 },
      previous: { spend_halalas: 5_000 },
    });
  });
});

describe("a campaign's breakdown", () => {
  const split = async (
    by: string,
    query: Record<string, string> = {},
  ): Promise<{ is_complete: boolean; rows: BreakdownRow[] }> =>
    (
      await server.call("GET Clients/Reports/campaign/cmp_1/breakdown", {
        as: "mer_1",
        query: { by, from: "2026-11-19", to: "2026-11-21", ...query },
      })
    ).data;
  beforeEach(async () => {
    await someFigures();
    await someFigures({ adId: "ad_2", impressions: 1_000 });
    await someFigures({ adId: "ad_3", impressions: 500 });
    await recordOrder("ord_1", "placed");
    await transact(contextAt(), (ctx) => recordAds(ctx, ads.map(toMeasuredAd)));
  });

  it("by ad names each ad, a deleted one too, with what it cost and brought", async () => {
    const { rows } = await split("ad");
    expect(rows).toHaveLength(3);
    expect(rows.find(({ key }) => key === "ad_1")).toMatchObject({
      name: "صورة",
      media_id: "med_1",
      spend_halalas: 5_000,
      sold: { orders_placed: 1, sales_placed_halalas: 17_000, cost_per_order_halalas: 5_000 },
    });
    expect(rows.find(({ key }) => key === "ad_3")).toMatchObject({ is_deleted: true });
  });

  it("by ad group adds its ads up, and computes ratios from the sums", async () => {
    const { rows, is_complete } = await split("ad_group");
    expect(is_complete).toBe(true);
    expect(rows).toMatchObject([
      { key: "adg_1", name: "الرياض", spend_halalas: 10_000, impressions: 3_000, cpm_halalas: 3_333 },
      { key: "adg_2", name: "جدة", spend_halalas: 5_000 },
    ]);
  });

  it("by hour is in Riyadh's hours, and has no orders, which are counted by the day", async () => {
    const { rows, is_complete } = await split("hour");
    expect(rows).toMatchObject([{ key: "13", spend_halalas: 15_000, sold: null }]);
    expect(is_complete).toBe(true);
  });

  it("of another merchant's campaign is not found", async () => {
    const answer = await server.call("GET Clients/Reports/campaign/cmp_1/breakdown", {
      as: "mer_2",
      query: { by: "ad" },
    });
    expect(answer.status).toBe(404);
  });
});

describe("who saw a campaign", () => {
  const read = (id = "cmp_1") =>
    server.call(`GET Clients/Reports/campaign/${id}/audience`, {
      as: "mer_1",
      query: { by: "age", from: "2026-11-20", to: "2026-11-21" },
    });
  beforeEach(() => {
    audienceQueries.length = 0;
    people = [
      { key: "18-24", impressions: 100, clicks: 0, spend: halalas(1_00) },
      { key: "25-34", impressions: 1_000, clicks: 20, spend: halalas(40_00) },
    ];
  });

  it("is read for whole Riyadh days, highest spend first; no clicks give no price of a click", async () => {
    expect((await read()).data).toMatchObject({
      rows: [
        { key: "25-34", spend_halalas: 40_00, cpc_halalas: 2_00, cpm_halalas: 40_00 },
        { key: "18-24", cpc_halalas: null },
      ],
    });
    expect(audienceQueries).toEqual([
      {
        platformCampaignId: "plat_1",
        from: new Date("2026-11-19T21:00:00Z"),
        to: new Date("2026-11-21T21:00:00Z"),
        by: "age",
      },
    ]);
  });

  it("is unknown where the platform does not say, and nobody before it exists there", async () => {
    expect((await read("cmp_new")).data).toMatchObject({ rows: [] });
    expect(audienceQueries).toEqual([]);
    people = null;
    expect((await read()).data).toMatchObject({ rows: null });
  });

  it("of another's campaign is not found, and is not read more than 120 times an hour", async () => {
    expect((await read("cmp_other")).status).toBe(404);
    for (let count = 0; count < 120; count += 1) await read();
    expect(await read()).toMatchObject({ status: 429, envelope: { code: "reports.too_many_reads" } });
  });
});

describe("a plan's figures", () => {
  it("add its campaigns up, and stand beside each other by platform", async () => {
    await someFigures();
    await someFigures({ campaignId: "cmp_2", adId: "ad_9" }, "tiktok");
    await recordOrder("ord_1", "placed");
    const query = { from: "2026-11-19", to: "2026-11-21" };
    const { data }: { data: { days: { has_data: boolean }[] } } = await server.call(
      "GET Clients/Reports/plan/pln_1",
      { as: "mer_1", query },
    );
    expect(data).toMatchObject({
      totals: { spend_halalas: 10_000, orders_placed: 1, roas_placed: 1.7 },
      previous: { spend_halalas: 0 },
      campaigns: [
        { campaign_id: "cmp_1", spend_halalas: 5_000, roas_placed: 3.4 },
        { campaign_id: "cmp_2", spend_halalas: 5_000, roas_placed: 0 },
      ],
    });
    expect(data.days.map(({ has_data }) => has_data)).toEqual([false, true, false]);
  });

  it("of another merchant are not found", async () => {
    expect((await server.call("GET Clients/Reports/plan/pln_1", { as: "mer_2" })).status).toBe(404);
  });
});

const toMeasuredAd = ({ id, name }: (typeof ads)[number]) => ({
  ad_id: id,
  campaign_id: "cmp_1",
  platform_id: null,
  name,
  status: "active" as const,
  updated_at: new Date("2026-11-01T00:00:00Z"),
});
