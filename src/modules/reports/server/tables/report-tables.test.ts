import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { makeLog } from "#base/server/log.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { Metric } from "#modules/figures/contract/metrics.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aWallet, paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import type { TableTab } from "../../contract/report-tabs.ts";
import type { AudienceRow } from "../../contract/reports.calls.ts";
import { aCampaign, aStore, makeTableDeps, placeOrder, reportSpend } from "../../testing/report-world.ts";
import { listReportFilters } from "./list-filters.ts";
import { loadReportTable, type TableInput } from "./load-report-table.ts";
import type { TableDeps } from "./table-deps.ts";

let db: TestDb;
let deps: TableDeps;
let people: Map<string, AudienceRow[] | null | "silent">;
const noon = new Date("2026-11-21T09:00:00Z");
const ctx = (merchantId = "mer_1") => testContext(db, merchantId, noon);

beforeAll(async () => {
  db = await testDb();
  deps = await makeTableDeps(async (_ctx, { campaignId, from, to }) => {
    const rows = people.has(campaignId) ? (people.get(campaignId) ?? null) : [];
    if (rows === "silent") throw new AdapterFault("later", { reason: "busy" });
    return { from: from as RiyadhDay, to: to as RiyadhDay, rows };
  });
});
beforeEach(async () => {
  people = new Map();
  await db.reset();
  await aStore(ctx(), "sto_1", "متجر نخلة");
  await aStore(ctx(), "sto_2", "متجر عود");
  await aCampaign(ctx(), { id: "cmp_1", platform: "snapchat", storeId: "sto_1" });
  await aCampaign(ctx(), {
    id: "cmp_2",
    platform: "tiktok",
    storeId: "sto_2",
    status: "paused",
    objective: "traffic",
  });
  await reportSpend(ctx(), { id: "cmp_1", platform: "snapchat", day: "2026-11-20", spend: 5_000 });
  await reportSpend(ctx(), { id: "cmp_2", platform: "tiktok", day: "2026-11-19", spend: 3_000 });
  await reportSpend(ctx(), { id: "cmp_1", platform: "snapchat", day: "2026-11-10", spend: 1_000 });
});
afterAll(() => db.close());

const days = { from: "2026-11-15", to: "2026-11-21", compare: "previous" } as const;
const load = (
  tab: TableTab,
  scope: Partial<ReportScope> = {},
  input: Partial<TableInput> = {},
  merchantId = "mer_1",
) => loadReportTable(deps)(ctx(merchantId), { tab, scope: { ...days, ...scope }, language: "en", ...input });

/** One row's values by metric. */
const read = ({ columns }: ReportTable, values: readonly (number | null)[] | null) =>
  Object.fromEntries(columns.map(({ metric }, at) => [metric, values?.[at] ?? null])) as Partial<
    Record<Metric, number | null>
  >;
const readRow = (table: ReportTable, key: string) =>
  read(table, table.rows.find((row) => row.key === key)?.values ?? null);
const listKeys = ({ rows }: ReportTable) => rows.map(({ key }) => key);

const someOrders = async () => {
  await placeOrder(ctx(), { id: "ord_1", campaignId: "cmp_1", status: "delivered" });
  await placeOrder(ctx(), { id: "ord_2", total_halalas: 4_000, city_key: "jeddah" });
  await placeOrder(ctx(), {
    id: "ord_3",
    campaignId: "cmp_2",
    store_id: "sto_2",
    total_halalas: 6_000,
    city_key: "khobar",
  });
};

describe("the overview", () => {
  it("says what the whole store sold for each riyal of ads, beside what ads brought", async () => {
    await someOrders();
    const table = await load("overview");
    expect(read(table, table.total)).toMatchObject({
      store_sales_per_riyal: 2.5, // 200.00 sold, 80.00 spent
      store_sales_halalas: 20_000,
      store_orders: 3,
      average_order_halalas: 6_667,
      spend_halalas: 8_000,
      sales_placed_halalas: 16_000,
      roas_placed: 2,
      roas_delivered: 1.25,
    });
    expect(table.columns[0]).toEqual({
      metric: "store_sales_per_riyal",
      unit: "ratio",
      name: "Store sales per riyal of ads",
    });
    expect(read(table, table.total_before)).toMatchObject({ spend_halalas: 1_000, store_sales_halalas: 0 });
    expect(table.unsettled_from).toBe("2026-11-20");
    expect(listKeys(table)).toEqual(["2026-11-20", "2026-11-19", "2026-11-17"]);
    expect(read(table, table.rows[2]?.before ?? null)).toMatchObject({ spend_halalas: 1_000 });
  });

  it("adds the days of a month up, and narrowed to campaigns leaves the store's own sales out", async () => {
    await someOrders();
    const table = await load("overview", { platform: "snapchat" }, { by: "month" });
    expect(table.notes).toEqual(["only_from_campaigns"]);
    expect(listKeys(table)).toEqual(["2026-11"]);
    const row = readRow(table, "2026-11");
    expect(row).toMatchObject({ spend_halalas: 5_000, sales_placed_halalas: 10_000, roas_placed: 2 });
    expect("store_sales_halalas" in row).toBe(false);
  });

  it("of a store has its orders and what the campaigns that lead to it cost", async () => {
    await someOrders();
    const table = await load("overview", { store_id: "sto_2" });
    expect(table.notes).toEqual(["spend_of_store_campaigns"]);
    expect(read(table, table.total)).toMatchObject({
      store_orders: 1,
      spend_halalas: 3_000,
      orders_placed: 1,
      sales_placed_halalas: 6_000,
    });
  });

  it("of a city does not know what ads cost there, which is not zero", async () => {
    await someOrders();
    const table = await load("overview", { city: "riyadh" });
    expect(table.notes).toEqual(["spend_not_by_city"]);
    expect(read(table, table.total)).toMatchObject({
      store_orders: 1,
      orders_placed: 1,
      spend_halalas: null,
      roas_placed: null,
    });
  });

  it("is the merchant's own, and says why it is empty", async () => {
    await someOrders();
    const table = await load("overview", {}, {}, "mer_2");
    expect(table).toMatchObject({ emptiness: "none", rows: [], count: 0 });
  });
});

describe("the campaigns", () => {
  it("by platform and by campaign are named, and lead to their rows", async () => {
    await someOrders();
    const platforms = await load("campaigns");
    expect(platforms.rows.map(({ name, platform }) => [name, platform])).toEqual([
      ["Snapchat", "snapchat"],
      ["TikTok", "tiktok"],
    ]);
    const campaigns = await load("campaigns", {}, { by: "campaign", sort: "roas_placed" });
    expect(campaigns.rows.map(({ name, campaign_id }) => [name, campaign_id])).toEqual([
      ["حملة cmp_1", "cmp_1"],
      ["حملة cmp_2", "cmp_2"],
    ]);
    expect(readRow(campaigns, "cmp_2")).toMatchObject({ spend_halalas: 3_000, sales_placed_halalas: 6_000 });
  });

  it("are narrowed by status, objective, ids, store and city", async () => {
    await someOrders();
    const keys = async (scope: Partial<ReportScope>) =>
      listKeys(await load("campaigns", scope, { by: "campaign", sort: "key", order: "asc" }));
    expect(await keys({ status: "paused" })).toEqual(["cmp_2"]);
    expect(await keys({ objective: "sales" })).toEqual(["cmp_1"]);
    expect(await keys({ campaign_ids: ["cmp_2"] })).toEqual(["cmp_2"]);
    expect(await keys({ store_id: "sto_1" })).toEqual(["cmp_1"]);
    expect(await keys({ city: "khobar" })).toEqual(["cmp_2"]);
    expect(listKeys(await load("campaigns", { city: "khobar" }))).toEqual(["tiktok"]);
  });
});

describe("the ads", () => {
  it("stand with their campaign, and add up by ad group", async () => {
    await someOrders();
    const ads = await load("ads");
    expect(ads.rows[0]).toMatchObject({
      key: "ad_cmp_1",
      name: "عجوة",
      detail: "حملة cmp_1",
      platform: "snapchat",
    });
    const groups = await load("ads", { store_id: "sto_2", city: "riyadh" }, { by: "ad_group" });
    expect(listKeys(groups)).toEqual(["adg_cmp_2"]);
    expect(groups.notes).toEqual(["spend_of_store_campaigns", "not_by_city"]);
  });

  it("that are not known any more keep their figures", async () => {
    await reportSpend(ctx(), { id: "cmp_gone", platform: "snapchat", day: "2026-11-20", spend: 700 });
    const { rows } = await load("ads", {}, { sort: "key" });
    expect(rows.find(({ key }) => key === "ad_cmp_gone")).toMatchObject({
      name: "Unknown",
      is_deleted: true,
    });
  });
});

describe("the products", () => {
  it("have what all orders sold of them, and what ads did", async () => {
    const products = [{ product_id: "p1", units_sold: 2, product_sales_halalas: 9_000, units_returned: 1 }];
    await placeOrder(ctx(), { id: "ord_1", campaignId: "cmp_1", products });
    await placeOrder(ctx(), { id: "ord_2", products: [{ ...products[0], product_id: "gone" } as never] });
    const table = await load("products");
    expect(table.rows.map(({ name }) => name).sort()).toEqual(["Product gone", "تمر عجوة"]);
    expect(readRow(table, "sto_1/p1")).toEqual({
      product_sales_halalas: 9_000,
      units_sold: 2,
      product_sales_by_ads_halalas: 9_000,
      units_sold_by_ads: 2,
      units_returned: 1,
    });
    expect(readRow(table, "sto_1/gone")).toMatchObject({ units_sold: 2, units_sold_by_ads: 0 });
    const others = await load("products", { platform: "tiktok" });
    expect(readRow(others, "sto_1/p1")).toMatchObject({ units_sold: 2, units_sold_by_ads: 0 });
  });
});

describe("the cities", () => {
  it("have all orders that were sent there, and those of ads; regions add them up", async () => {
    await someOrders();
    await placeOrder(ctx(), { id: "ord_4", city_key: null, status: "delivered" });
    const cities = await load("cities", {}, { sort: "key", order: "asc" });
    expect(cities.rows.map(({ name }) => name)).toEqual(["City not stated", "Jeddah", "Khobar", "Riyadh"]);
    expect(readRow(cities, "riyadh")).toMatchObject({
      store_orders: 1,
      store_delivery_share: 1,
      orders_placed: 1,
    });
    expect(readRow(cities, "jeddah")).toMatchObject({ store_sales_halalas: 4_000, orders_placed: 0 });
    const regions = await load("cities", { store_id: "sto_2" }, { by: "region" });
    expect(regions.rows.map(({ name }) => name)).toEqual(["Eastern Province"]);
  });

  it("are offered as a filter by their names", async () => {
    await someOrders();
    const filters = await listReportFilters(deps)(ctx(), "en");
    expect(filters.cities.map(({ name }) => name).sort()).toEqual(["Jeddah", "Khobar", "Riyadh"]);
    expect(filters.campaigns.map(({ id }) => id)).toEqual(["cmp_2", "cmp_1"]);
  });
});

describe("the hours", () => {
  it("are those of Riyadh, by weekday and hour", async () => {
    await placeOrder(ctx(), {
      id: "ord_1",
      campaignId: "cmp_1",
      placed_at: new Date("2026-11-20T21:30:00Z"),
    });
    await placeOrder(ctx(), { id: "ord_2", placed_at: new Date("2026-11-20T10:00:00Z") });
    const table = await load("hours", {}, { sort: "key" });
    expect(table.rows.map(({ key, name }) => [key, name])).toEqual([
      ["5:13", "Friday 13:00"],
      ["6:00", "Saturday 00:00"],
    ]);
    expect(readRow(table, "6:00")).toMatchObject({ store_orders: 1, orders_placed: 1 });
    expect(listKeys(await load("hours", {}, { by: "hour" }))).toEqual(["00", "13"]);
    const weekdays = await load("hours", {}, { by: "weekday" });
    expect(weekdays.rows.map(({ name }) => name)).toEqual(["Friday", "Saturday"]);
  });
});

describe("the audience", () => {
  const group = (key: string, spend_halalas: number): AudienceRow => ({
    key,
    impressions: 100,
    clicks: 10,
    spend_halalas,
    cpc_halalas: null,
    cpm_halalas: null,
  });

  it("is added up over the campaigns, and says which platforms do not report it", async () => {
    people.set("cmp_1", [group("female", 400), group("male", 100)]);
    people.set("cmp_2", null);
    const table = await load("audience", {}, { by: "gender" });
    expect(table.notes).toEqual(["read_from_platforms", "platforms_do_not_report"]);
    expect(table.rows.map(({ name }) => name)).toEqual(["Women", "Men"]);
    expect(read(table, table.total)).toMatchObject({ spend_halalas: 500, click_share: 0.1, cpc_halalas: 25 });
  });

  it("leaves out a platform that is silent, and fails when all are", async () => {
    people.set("cmp_1", [group("25-34", 400)]);
    people.set("cmp_2", "silent");
    expect((await load("audience")).notes).toContain("platforms_silent");
    people.set("cmp_1", "silent");
    await expect(load("audience")).rejects.toThrow("busy");
  });
});

describe("the money", () => {
  const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
  const title = { ar: "باقة", en: "Plan" };

  it("is the ledger's to the halala, with the VAT inside it, beside what platforms report", async () => {
    await aWallet(db, "mer_1", 100_000);
    await transact(ctx(), async (ctx) => {
      await wallet.settleSpends(ctx, [
        { campaign_id: "cmp_1", day: "2026-11-20" as RiyadhDay, total_halalas: 4_999 },
        { campaign_id: "cmp_2", day: "2026-11-19" as RiyadhDay, total_halalas: 3_000 },
      ]);
      await wallet.charge(ctx, {
        key: "k",
        purpose: "subscription",
        reference: "sub_1",
        amount_halalas: 9_900,
        title,
      });
    });
    const table = await load("money");
    expect(read(table, table.total)).toEqual({
      ad_spend_settled_halalas: 7_999,
      ad_spend_vat_halalas: 1_043,
      fees_halalas: 9_900,
      spend_halalas: 8_000,
    });
    const { available_halalas } = await wallet.loadBalance(ctx());
    expect(100_000 - available_halalas).toBe(7_999 + 9_900);
    // The last is there for the days before it: what was spent is not known of it, and nothing was paid.
    expect(listKeys(table)).toEqual(["2026-11-21", "2026-11-20", "2026-11-19", "2026-11-17"]);
    expect(readRow(table, "2026-11-17")).toMatchObject({ fees_halalas: 0, spend_halalas: null });
    const campaigns = await load("money", {}, { by: "campaign" });
    expect(campaigns.notes).toEqual(["fees_not_by_campaign"]);
    expect(readRow(campaigns, "cmp_1")).toMatchObject({
      ad_spend_settled_halalas: 4_999,
      spend_halalas: 5_000,
    });
    const months = await load("money", { platform: "tiktok" }, { by: "month" });
    expect(readRow(months, "2026-11")).toMatchObject({ ad_spend_settled_halalas: 3_000 });
  });
});

describe("a table", () => {
  it("goes on by its cursor where it stopped, and has all rows once", async () => {
    for (const id of ["cmp_3", "cmp_4", "cmp_5"]) {
      await aCampaign(ctx(), { id, platform: "meta", storeId: "sto_1" });
      await reportSpend(ctx(), { id, platform: "meta", day: "2026-11-20", spend: 5_000 });
    }
    const seen: string[] = [];
    for (let after: string | undefined, rounds = 0; rounds < 9; rounds++) {
      const page = await load("campaigns", {}, { by: "campaign", sort: "spend_halalas", size: 2, after });
      expect(page.count).toBe(5);
      seen.push(...listKeys(page));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(["cmp_1", "cmp_3", "cmp_4", "cmp_5", "cmp_2"]);
  });

  it("refuses rows that the tab does not have, and ignores a cursor that is not ours", async () => {
    await expect(load("hours", {}, { by: "product" })).rejects.toMatchObject({
      code: "reports.breakdown_unknown",
    });
    expect((await load("campaigns", {}, { after: "none of ours" })).rows).toHaveLength(2);
  });

  it("is compared with the same days last year, of either calendar", async () => {
    const compared = async (compare: ReportScope["compare"]) =>
      (await load("overview", { compare })).compared;
    expect(await compared("none")).toBeNull();
    expect(await compared("last_year")).toMatchObject({ from: "2025-11-15", to: "2025-11-21" });
    expect(await compared("last_hijri_year")).toMatchObject({
      from: "2025-11-26",
      hijri_from: { year: 1447, month: 6, day: 5 },
    });
    const early = await load("overview", {
      compare: "last_hijri_year",
      from: "2024-11-21",
      to: "2024-11-22",
    });
    expect(early).toMatchObject({ compared: null, notes: ["no_hijri_comparison"] });
  });
});
