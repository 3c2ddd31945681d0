import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { mountCalls } from "#base/server/http/mount.ts";
import { loadMessages } from "#base/server/messages.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { ingestDays } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import { type OrderInput, reportOrders } from "#modules/figures/testing/reported-orders.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { readAttribution } from "#modules/tracking/server/read-attribution.ts";
import { type OrdersReport, ordersCalls } from "../../contract/orders.calls.ts";
import type { ReportedOrderRow } from "../../contract/reported-order.ts";
import {
  type AttributionRows,
  type TruthReport,
  type TruthRow,
  truthCalls,
} from "../../contract/truth.calls.ts";
import { ordersHandlers } from "../orders/orders.routes.ts";
import { truthHandlers } from "./truth.routes.ts";

let db: TestDb;
let server: TestServer;
const clock = frozenClock("2026-11-21T09:00:00Z");
const context = () => testContext(db, "mer_1", clock.now());

/** The merchant's campaigns as the module of campaigns knows them. */
const campaigns = [
  { id: "cmp_1", name: "تمور سناب", platform: "snapchat", storeId: "sto_1", objective: "sales" },
  { id: "cmp_2", name: "تمور قوقل", platform: "google", storeId: "sto_1", objective: "traffic" },
] as const;

beforeAll(async () => {
  db = await testDb();
  const deps = {
    messages: await loadMessages(join(import.meta.dirname, "../../../..")),
    seasons: makeSeasonsFacade(),
    figures: makeFiguresFacade({ systemClock: clock }),
    stores: makeStoresFacade(),
    tracking: { readAttribution },
    setupState: async () => ({ is_connected: true, has_campaigns: true }),
    campaigns: {
      listCampaignIds: async (
        _ctx: unknown,
        filter: {
          ids?: readonly string[] | undefined;
          objective?: string | undefined;
          storeId?: string | undefined;
          platform?: Platform | undefined;
        },
      ) =>
        campaigns
          .filter(
            ({ id, objective, storeId, platform }) =>
              (!filter.ids || filter.ids.includes(id)) &&
              (!filter.objective || filter.objective === objective) &&
              (!filter.storeId || filter.storeId === storeId) &&
              (!filter.platform || filter.platform === platform),
          )
          .map(({ id }) => id),
      findCampaigns: async (_ctx: unknown, ids?: readonly string[]) =>
        campaigns.filter(({ id }) => ids?.includes(id)) as never,
    },
  };
  server = await testServer(
    db,
    (app, http) => {
      mountCalls(app, http, truthCalls, truthHandlers(deps));
      mountCalls(app, http, ordersCalls, ordersHandlers(deps));
    },
    clock,
  );
});
beforeEach(async () => {
  await db.reset();
  for (const { id, platform } of campaigns)
    await measure(context(), { ...aMeasuredCampaign, campaign_id: id, platform });
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
    values ('sto_1', 'mer_1', 'salla', '77', 'متجر نخلة', 'https://shop.example', 'shop.example', 'SAR', 'connected', now())`);
  await db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, price_halalas,
      regular_price_halalas, currency, status, read_at)
    values ('prd_1', 'sto_1', 'mer_1', 'p1', 'تمر سكري', 'تمر سكري', 100, 100, 'SAR', 'on_sale', now())`);
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const days = { from: "2026-11-16", to: "2026-11-21", compare: "none" };
const get = async <Data>(call: string, query: Record<string, string> = {}, as = "mer_1") => {
  const { status, data } = await server.call(`GET Clients/Reports/${call}`, {
    as,
    query: { ...days, ...query },
    language: "en",
  });
  expect(status).toBe(200);
  return data as Data;
};
const truth = (query: Record<string, string> = {}) => get<TruthReport>("truth", query);
/** The lines of a file, in English. */
const readLines = async (call: string): Promise<string[]> => {
  const { body } = await server.app.inject({
    url: `/Clients/Reports/${call}`,
    query: { ...days, format: "csv" },
    headers: { authorization: "Bearer test-session-of-mer_1", "x-app-language": "en" },
  });
  return body.trim().split("\r\n");
};
type List = { items: ReportedOrderRow[]; next: string | null };
const report = (...orders: OrderInput[]) => reportOrders(context(), ...orders);
const steps = ({ bridges }: TruthReport, platform: Platform | null = null) =>
  bridges
    .find((bridge) => bridge.platform === platform)
    ?.steps.map(({ step, halalas, orders }) => [step, halalas, orders]);

/** The platform reports a day: what it cost, and the sales it claims. */
const claim = (campaignId: string, platform: Platform, sales: number, change: object = {}) =>
  transact(context(), (ctx) =>
    ingestDays(ctx, { adAccountId: "aac_1", platform }, [
      {
        campaignId,
        adId: `ad_of_${campaignId}`,
        day: "2026-11-20" as RiyadhDay,
        impressions: 1_000,
        clicks: 20,
        spend: halalas(10_000),
        platformReportedPurchases: Math.round(sales / 20_000),
        platformReportedSales: halalas(sales),
        ...change,
      },
    ]),
  );

async function aWeek() {
  await claim("cmp_1", "snapchat", 100_000, {
    platformReportedViewPurchases: 1,
    platformReportedViewSales: halalas(20_000),
  });
  await claim("cmp_2", "google", 40_000);
  await report(
    { order_id: "ord_1", status: "delivered" },
    { order_id: "ord_2", status: "delivered", refunded_halalas: 5_000 },
    { order_id: "ord_3", status: "refused" },
    { order_id: "ord_4", status: "cancelled", is_cod: false },
    { order_id: "ord_5" },
    // Google dates by the click: one before the days, one that is placed after them.
    {
      order_id: "ord_6",
      campaign_id: "cmp_2",
      status: "delivered",
      placed_at: new Date("2026-11-16T09:00:00Z"),
      clicked_at: new Date("2026-11-14T09:00:00Z"),
    },
    { order_id: "ord_7", campaign_id: null, status: "delivered" },
  );
}

describe("the truth", () => {
  it("stands beside each other: claimed, proven and delivered, with a factor and a word", async () => {
    await aWeek();
    const { totals, platforms, level } = await truth();
    expect(level).toBe(90);
    expect(platforms.map(({ platform }) => platform)).toEqual(["snapchat", "google"]);
    const [snapchat] = platforms;
    expect(snapchat).toMatchObject({
      spend_halalas: 10_000,
      claimed: { orders: 5, halalas: 100_000 },
      proven: { orders: 5, halalas: 100_000 },
      view_through: "told",
      dated_by: "purchase",
      roas_claimed: 10,
    });
    const expected = snapchat?.delivered.expected_halalas ?? 0;
    expect(expected).toBe(Math.round(20_000 * (7.5 / 9.5)));
    expect(snapchat?.delivered).toMatchObject({ halalas: 35_000 + expected, open_halalas: 20_000 });
    expect(snapchat?.over_claim).toEqual({
      factor: Math.round((100_000 / (35_000 + expected)) * 100) / 100,
      verdict: "over",
    });
    expect(totals.delivered.halalas).toBe(35_000 + expected + 20_000);
    expect(totals.range.low_halalas).toBeLessThan(totals.delivered.halalas);
    expect(totals.claimed).toEqual({ orders: 7, halalas: 140_000 });
  });

  it("leads from the claim to the delivery step by step, and each platform's way adds up to the whole", async () => {
    await aWeek();
    const report = await truth();
    const expected = report.totals.delivered.expected_halalas;
    expect(steps(report, "snapchat")).toEqual([
      ["claimed", 100_000, 5],
      ["view_through", -20_000, 1],
      ["not_claimed", 20_000, null],
      ["proven", 100_000, 5],
      ["cancelled", -20_000, 1],
      ["refused", -20_000, 1],
      ["returned", -5_000, 1],
      ["not_expected", expected - 20_000, 1],
      ["delivered", 35_000 + expected, 3],
    ]);
    expect(steps(report, "google")).toEqual([
      ["claimed", 40_000, 2],
      ["clicked_before", 20_000, 1],
      ["unnamed", -40_000, null],
      ["proven", 20_000, 1],
      ["delivered", 20_000, 1],
    ]);
    for (const { step, halalas } of report.bridges[0]?.steps ?? []) {
      const parts = report.bridges
        .slice(1)
        .map((bridge) => bridge.steps.find((one) => one.step === step)?.halalas ?? 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(halalas);
    }
  });

  it("opens the orders of each step, as many as it counts; others name none", async () => {
    await aWeek();
    await report({
      order_id: "ord_8",
      campaign_id: "cmp_1",
      coupon_campaign_id: "cmp_2",
      clicked_at: new Date("2026-11-20T08:00:00Z"),
    });
    const found = await truth();
    for (const { step, orders, is_listed } of found.bridges[0]?.steps ?? []) {
      if (!is_listed) continue;
      const { items } = await get<List>("truth/orders", { step });
      if (step !== "delivered") expect([step, items.length]).toEqual([step, orders]);
    }
    expect(found.bridges[0]?.steps.filter(({ is_listed }) => !is_listed).map(({ step }) => step)).toEqual([
      "claimed",
      "view_through",
      "unnamed",
      "not_claimed",
    ]);
    const { items } = await get<List>("truth/orders", { step: "two_platforms" });
    expect(items).toMatchObject([
      {
        order_id: "ord_8",
        reference: "#8",
        store_name: "متجر نخلة",
        city: "Riyadh",
        product: "تمر سكري",
        campaign: { id: "cmp_1", name: "تمور سناب", platform: "snapchat", witness: "conflict" },
        rival_platform: "google",
      },
    ]);
    expect(found.witnesses).toEqual({ click_id: 6, coupon: 0, both: 0, conflict: 1 });
  });

  it("sees a late refusal: what was expected is taken back, on the order's own day", async () => {
    await aWeek();
    const before = await truth();
    await report({ order_id: "ord_5", status: "refused" });
    const after = await truth();
    expect(after.totals.delivered).toMatchObject({ expected_halalas: 0, open_halalas: 0 });
    expect(before.totals.delivered.halalas - after.totals.delivered.halalas).toBe(
      before.totals.delivered.expected_halalas,
    );
    expect(after.days.find(({ day }) => day === "2026-11-20")).toMatchObject({
      delivered_halalas: 35_000,
      expected_halalas: 0,
    });
  });

  it("says which days are not settled", async () => {
    await aWeek();
    await report({ order_id: "ord_9", placed_at: new Date("2026-11-17T09:00:00Z") });
    expect((await truth()).days.map(({ day, is_settled }) => [day.slice(8), is_settled])).toEqual([
      ["16", true],
      ["17", false],
      ["18", true],
      ["19", true],
      ["20", false],
      ["21", false],
    ]);
  });

  it("is narrowed by every filter; a city leaves claims out, because platforms do not name it", async () => {
    await aWeek();
    await report({ order_id: "ord_9", city_key: "jeddah", status: "delivered" });
    expect((await truth({ platform: "google" })).totals.claimed?.halalas).toBe(40_000);
    expect((await truth({ campaign_ids: "cmp_1" })).platforms.map(({ platform }) => platform)).toEqual([
      "snapchat",
    ]);
    expect((await truth({ objective: "traffic" })).totals.proven.orders).toBe(1);
    expect((await truth({ store_id: "sto_none" })).totals).toMatchObject({
      spend_halalas: 0,
      proven: { orders: 0 },
    });
    const city = await truth({ city: "jeddah" });
    expect(city.totals).toMatchObject({ claimed: null, over_claim: null, proven: { orders: 1 } });
    expect(city.bridges[0]?.steps.map(({ step }) => step)).toEqual(["proven", "delivered"]);
    expect((await truth({ from: "2026-11-17", to: "2026-11-18" })).emptiness).toBe("none");
  });

  it("is compared with the days before", async () => {
    await aWeek();
    await report({ order_id: "ord_9", status: "delivered", placed_at: new Date("2026-11-12T09:00:00Z") });
    const { previous } = await truth({ compare: "previous" });
    expect(previous).toMatchObject({
      spend_halalas: 0,
      delivered: { halalas: 20_000 },
      roas_delivered: null,
    });
  });

  it("stands by campaign and by week too, page by page", async () => {
    await aWeek();
    type Rows = { items: TruthRow[]; next: string | null };
    const byCampaign = await get<Rows>("truth/rows", { by: "campaign" });
    expect(byCampaign.items.map(({ key, name, claimed }) => [key, name, claimed?.halalas])).toEqual([
      ["cmp_1", "تمور سناب", 100_000],
      ["cmp_2", "تمور قوقل", 40_000],
    ]);
    const weeks = await get<Rows>("truth/rows", { by: "week", from: "2026-09-01" });
    expect(weeks.items).toHaveLength(8);
    expect(weeks.items[0]).toMatchObject({ key: "2026-11-15", claimed: { halalas: 140_000 } });
    const rest = await get<Rows>("truth/rows", { by: "week", from: "2026-09-01", cursor: weeks.next ?? "" });
    expect(rest.items.map(({ key }) => key)).toEqual([
      "2026-09-20",
      "2026-09-13",
      "2026-09-06",
      "2026-08-30",
    ]);
    expect(rest.next).toBeNull();
  });

  it("is nobody else's", async () => {
    await aWeek();
    const { totals } = await get<TruthReport>("truth", {}, "mer_2");
    expect(totals).toMatchObject({ spend_halalas: 0, proven: { orders: 0 } });
    expect((await get<List>("truth/orders", { step: "proven" }, "mer_2")).items).toEqual([]);
  });
});

it("the truth is saved as a file, a line for each campaign", async () => {
  await aWeek();
  const [head, snapchat, google, ...more] = await readLines("truth/export");
  expect(head).toMatch(/^Campaign,Platform,Spend \(SAR\),Orders claimed,Claimed \(SAR\)/);
  expect(snapchat).toContain("تمور سناب,Snapchat,100.00,5,1000.00,5,1000.00,");
  expect(google).toContain("تمور قوقل,Google and YouTube,100.00,2,400.00,1,200.00,");
  expect(more).toEqual([]);
});

describe("orders and deliveries", () => {
  const orders = (query: Record<string, string> = {}) => get<OrdersReport>("orders", query);

  it("are counted by state, cash on delivery and paid apart, whether ads brought them or not", async () => {
    await aWeek();
    const found = await orders();
    expect(found.placed).toEqual({ orders: 7, halalas: 140_000 });
    expect(found.returned).toEqual({ orders: 1, halalas: 5_000 });
    expect(found.states.find(({ state }) => state === "delivered")?.cod).toEqual({
      orders: 4,
      halalas: 80_000,
    });
    expect(found.states.find(({ state }) => state === "cancelled")).toMatchObject({
      cod: { orders: 0 },
      paid: { orders: 1, halalas: 20_000 },
    });
    expect(found.rates.cod).toEqual({ delivered: 4, refused: 1, cancelled: 0, percent: 80 });
    expect(found.rates.paid.percent).toBeNull();
    expect(found.expected.open).toEqual({ orders: 1, halalas: 20_000 });
    expect((await orders({ platform: "google" })).placed.orders).toBe(1);
  });

  it("say how long what is open has waited", async () => {
    await report(
      { order_id: "ord_1", placed_at: new Date("2026-11-19T09:00:00Z") },
      { order_id: "ord_2", placed_at: new Date("2026-11-18T09:00:00Z"), is_sent: false },
      { order_id: "ord_3", placed_at: new Date("2026-11-01T09:00:00Z") },
    );
    const { ages } = await orders({ from: "2026-10-01" });
    expect(
      ages.map(({ days, preparing, on_the_way }) => [days, preparing.orders, on_the_way.orders]),
    ).toEqual([
      ["0-2", 0, 1],
      ["3-5", 1, 0],
      ["6-9", 0, 0],
      ["10+", 0, 1],
    ]);
  });

  it("have a rate for each city and product, the most orders first", async () => {
    await aWeek();
    await report({ order_id: "ord_9", city_key: "jeddah", main_product_id: null });
    type Rows = { items: { key: string; name: string | null; placed: { orders: number } }[] };
    const cities = await get<Rows>("orders/rates", { by: "city" });
    expect(cities.items.map(({ key, name, placed }) => [key, name, placed.orders])).toEqual([
      ["riyadh", "Riyadh", 7],
      ["jeddah", "Jeddah", 1],
    ]);
    const products = await get<Rows>("orders/rates", { by: "product" });
    expect(products.items.map(({ key, name, placed }) => [key, name, placed.orders])).toEqual([
      ["sto_1:p1", "تمر سكري", 7],
      ["", null, 1],
    ]);
    expect((await get<Rows>("orders/rates", { by: "product", city: "jeddah" })).items).toHaveLength(1);
    expect((await get<Rows>("orders/rates", { by: "city", cursor: "kriyadh" })).items).toHaveLength(1);
  });

  it("are listed with the campaign that brought each, by state and payment", async () => {
    await aWeek();
    const { items } = await get<List>("orders/list", { state: "delivered" });
    expect(items.map(({ order_id, campaign }) => [order_id, campaign?.name ?? null]).sort()).toEqual([
      ["ord_1", "تمور سناب"],
      ["ord_2", "تمور سناب"],
      ["ord_6", "تمور قوقل"],
      ["ord_7", null],
    ]);
    expect(
      (await get<List>("orders/list", { payment: "paid" })).items.map(({ order_id }) => order_id),
    ).toEqual(["ord_4"]);
  });

  it("are saved as a file, the newest first, past a page of the screen", async () => {
    await report(
      ...Array.from({ length: 520 }, (_, index) => ({
        order_id: `ord_${index}`,
        placed_at: new Date(Date.UTC(2026, 10, 18, 0, index)),
      })),
    );
    const lines = await readLines("orders/export");
    expect(lines).toHaveLength(521);
    expect(lines[0]).toMatch(/^Order,Placed on,State,Payment,Total \(SAR\)/);
    expect(new Set(lines.slice(1).map((line) => line.split(",")[0])).size).toBe(520);
    expect(lines[1]).toContain("2026-11-18");
  });

  it("say why there are none", async () => {
    expect((await orders()).emptiness).toBe("none");
    await db.run(sql`delete from stores.products`);
    await db.run(sql`delete from stores.stores`);
    expect((await orders()).emptiness).toBe("not_connected");
  });
});

describe("attribution in the reports", () => {
  /** What tracking has counted: a model and window of a campaign, on the second to last day. */
  const credit = (model: string, window: number, campaignId: string, witness: string, sales: number) =>
    db.run(sql`
      insert into tracking.attribution_days (merchant_id, day, model, window_days, campaign_id, ad_group_id, ad_id,
        store_id, witness, orders_placed, sales_placed_halalas)
      values ('mer_1', '2026-11-20', ${model}, ${window}, ${campaignId}, '', '', 'sto_1', ${witness}, 1, ${sales})`);
  const attribution = (query: Record<string, string> = {}) =>
    get<AttributionRows>("truth/attribution", query);

  it("puts first and last click side by side, and a shorter window proves less", async () => {
    await credit("last_click", 28, "cmp_1", "click_id", 20_000);
    await credit("first_click", 28, "cmp_2", "click_id", 20_000);
    await credit("last_click", 1, "", "none", 20_000);
    await credit("first_click", 1, "", "none", 20_000);
    const { items, total } = await attribution();
    expect(
      items.map(({ campaign_id, name, first_click, last_click }) => [
        campaign_id,
        name,
        first_click.sales_placed_halalas,
        last_click.sales_placed_halalas,
      ]),
    ).toEqual([
      ["cmp_1", "تمور سناب", 0, 20_000],
      ["cmp_2", "تمور قوقل", 20_000, 0],
    ]);
    expect(total.witnesses).toMatchObject({ click_id: 1, none: 0 });
    const short = await attribution({ window_days: "1" });
    expect(short.items).toEqual([]);
    expect(short.total.witnesses).toMatchObject({ click_id: 0, none: 1 });
  });

  it("is narrowed by platform, store and days, and to nothing where no campaign is left", async () => {
    await credit("last_click", 28, "cmp_1", "coupon", 10_000);
    await credit("last_click", 28, "cmp_2", "both", 30_000);
    const ids = async (query: Record<string, string>) =>
      (await attribution(query)).items.map(({ campaign_id }) => campaign_id);
    expect(await ids({})).toEqual(["cmp_2", "cmp_1"]);
    expect(await ids({ platform: "snapchat" })).toEqual(["cmp_1"]);
    expect(await ids({ objective: "traffic" })).toEqual(["cmp_2"]);
    expect(await ids({ campaign_ids: "cmp_3" })).toEqual([]);
    expect(await ids({ store_id: "sto_2" })).toEqual([]);
    expect(await ids({ to: "2026-11-19" })).toEqual([]);
  });
});
