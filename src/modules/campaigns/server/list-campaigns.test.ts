import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { ingestDays } from "#modules/figures/server/ingest.ts";
import type { ListRow, ListTotals } from "../contract/list.ts";
import { campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { pauseForMoney } from "./stop-campaign.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

type Page = { items: ListRow[]; page: number; size: number; total: number; next: string | null };

async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await testApp.server.call("GET Clients/Campaigns/index", { as: "mer_1", query });
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return answer.data;
}

async function named(names: string[]) {
  for (const [index, name] of names.entries()) {
    const input = { name, daily_budget_halalas: 20_00 + (index % 3) * 10_00 };
    const { status } = await testApp.act("POST Clients/Campaigns/create", {
      ...campaignBody(input),
      ad_groups: [],
    });
    expect(status).toBe(200);
  }
}

it.each(
  ["created", "name", "start", "budget"].flatMap((sort) => [
    [sort, "asc"],
    [sort, "desc"],
  ]),
)(
  "walking by %s %s shows every campaign once, by cursor and by page number alike",
  async (sort = "", order = "") => {
    await named(["تمر", "عود", "أحذية", "بخور", "احتفال", "زعفران", "قهوة"]);
    const whole = (await list({ sort, order, size: "100" })).items.map(({ id }) => id);
    expect(new Set(whole).size).toBe(7);

    const byCursor: string[] = [];
    const byNumber: string[] = [];
    let after: string | null = null;
    for (let page = 1; page <= 3; page += 1) {
      const at: Page = await list({
        sort,
        order,
        size: "3",
        page: String(page),
        ...(after ? { after } : {}),
      });
      byCursor.push(...at.items.map(({ id }) => id));
      byNumber.push(
        ...(await list({ sort, order, size: "3", page: String(page) })).items.map(({ id }) => id),
      );
      after = at.next;
    }
    expect(byCursor).toEqual(whole);
    expect(byNumber).toEqual(whole);
    expect(after).toBeNull();
  },
);

it("finds a name however its letters are spelled", async () => {
  await named(["أحذية الشتاء", "عطور", "50% على القهوة"]);
  expect((await list({ search: "احذيه" })).items.map(({ name }) => name)).toEqual(["أحذية الشتاء"]);
  expect((await list({ search: "٥٠%" })).total).toBe(1);
  expect((await list({ search: "%" })).total).toBe(1);
});

it("lists those that have not ended, however many newer ones have", async () => {
  const open = await testApp.aCampaign({ name: "تمر مفتوح" });
  const ended = await testApp.aCampaign({ name: "تمر مؤرشف" });
  await testApp.act(`POST Clients/Campaigns/${ended.id}/archive`);
  const page = await list({ view: "open", size: "1" });
  expect(page).toMatchObject({ total: 1, items: [{ id: open.id }] });
  expect((await list({ view: "open", search: "مؤرشف" })).total).toBe(0);
});

it("keeps its total by status and sync up to date as campaigns change", async () => {
  const { id } = await testApp.aCampaign();
  await named(["أخرى"]);
  expect((await list()).total).toBe(2);
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  expect((await list({ status: "active", sync: "pending" })).total).toBe(1);
  await testApp.act(`DELETE Clients/Campaigns/${id}`);
  expect((await list()).total).toBe(1);
  expect((await list({ status: "deleted" })).items.map((row) => row.id)).toEqual([id]);
});

it("ignores a cursor that is not ours", async () => {
  await named(["تمر"]);
  for (const after of ["x", "WzEsMl0", Buffer.from('["infinity","x"]').toString("base64url")])
    expect((await list({ after, sort: "start" })).total).toBe(1);
});

it("lists what was paused because money ended, apart from what the merchant paused", async () => {
  const first = await testApp.aCampaign({ name: "تمر" });
  const second = await testApp.aCampaign({ name: "عود" });
  for (const { id } of [first, second]) await testApp.act(`POST Clients/Campaigns/${id}/start`);
  await testApp.act(`POST Clients/Campaigns/${second.id}/pause`);
  await transact(testApp.ctx(), pauseForMoney(testApp.deps));
  const page = await list({ status: "paused", status_reason: "money" });
  expect(page).toMatchObject({ total: 1, items: [{ id: first.id, status_reason: "money" }] });
});

/** What the platform reported of the campaign on a day up to today, 21 November. */
const report = (campaignId: string, day: string, spend: number) =>
  transact(testApp.ctx(), (ctx) =>
    ingestDays(ctx, { adAccountId: "acc_1", platform: "snapchat" }, [
      {
        campaignId,
        adId: `ad_of_${campaignId}`,
        day: day as RiyadhDay,
        impressions: 100,
        clicks: 5,
        spend: halalas(spend),
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
      },
    ]),
  );
async function totals(query: Record<string, string> = {}): Promise<ListTotals> {
  const answer = await testApp.server.call("GET Clients/Campaigns/totals", { as: "mer_1", query });
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return answer.data;
}

describe("figures in the list", () => {
  it("are the chosen period's, and a campaign without any is no zero", async () => {
    const cheap = await testApp.aCampaign({ name: "cheap" });
    const silent = await testApp.aCampaign({ name: "silent" });
    const dear = await testApp.aCampaign({ name: "dear" });
    await report(cheap.id, "2026-11-20", 10_00);
    await report(dear.id, "2026-11-21", 90_00);
    await report(dear.id, "2026-10-01", 500_00);
    for (const [order, names] of [
      ["desc", ["dear", "cheap", "silent"]],
      ["asc", ["cheap", "dear", "silent"]],
    ] as const) {
      const page = await list({ sort: "spend", order });
      expect(page.items.map(({ name }) => name)).toEqual(names);
      expect(page.items.map(({ figures }) => figures?.spend_halalas ?? null).toSorted()).toEqual([
        10_00,
        90_00,
        null,
      ]);
    }
    const [first] = (await list({ sort: "spend" })).items;
    expect(first).toMatchObject({ spend_today_halalas: 90_00, days: [{ day: "2026-11-21" }] });
    const october = await list({ sort: "spend", from: "2026-10-01", to: "2026-10-31" });
    expect(october.items[0]).toMatchObject({ id: dear.id, figures: { spend_halalas: 500_00 } });
    expect(silent.id).toBe(october.items.find(({ name }) => name === "silent")?.id);
  });

  it("sort by pages of their number, each campaign once", async () => {
    await named(["تمر", "عود", "أحذية", "بخور", "زعفران"]);
    const rows = (await list({ size: "100" })).items;
    for (const [index, { id }] of rows.entries()) if (index < 3) await report(id, "2026-11-20", index * 100);
    const whole = (await list({ sort: "spend", size: "100" })).items.map(({ id }) => id);
    const pages = await Promise.all(["1", "2", "3"].map((page) => list({ sort: "spend", size: "2", page })));
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
    expect(pages.map(({ next }) => next)).toEqual([null, null, null]);
  });

  it("are summed over all that the filter finds, beside the days before", async () => {
    const one = await testApp.aCampaign({ name: "one", daily_budget_halalas: 100_00 });
    const two = await testApp.aCampaign({ name: "two" });
    await testApp.act(`POST Clients/Campaigns/${one.id}/start`);
    await report(one.id, "2026-11-21", 30_00);
    await report(one.id, "2026-11-14", 20_00);
    await report(two.id, "2026-11-20", 70_00);
    expect(await totals()).toMatchObject({
      from: "2026-11-15",
      to: "2026-11-21",
      campaigns: 2,
      active: 1,
      daily_budget_halalas: 100_00,
      spend_today_halalas: 30_00,
      totals: { spend_halalas: 100_00, roas_placed: 0, cost_per_order_halalas: null },
      previous: { spend_halalas: 20_00 },
    });
    expect(await totals({ search: "two" })).toMatchObject({ campaigns: 1, totals: { spend_halalas: 70_00 } });
    await testApp.act(`DELETE Clients/Campaigns/${two.id}`);
    expect((await totals()).totals.spend_halalas).toBe(30_00); // the rows of the list add up to it
  });
});

describe("filters of the list", () => {
  it("find a store's campaigns, and those that run in the period", async () => {
    const early = await testApp.aCampaign({ name: "early", ends_at: "2026-11-22T00:00:00Z" });
    const late = await testApp.aCampaign({ name: "late", starts_at: "2026-12-10T00:00:00Z" });
    expect((await list({ store_id: "sto_1" })).total).toBe(2);
    expect((await list({ store_id: "sto_2" })).total).toBe(0);
    const during = (from: string, to: string) => list({ scheduled: "in_period", from, to });
    expect((await during("2026-12-01", "2026-12-31")).items.map(({ id }) => id)).toEqual([late.id]);
    expect((await during("2026-11-20", "2026-11-21")).items.map(({ id }) => id)).toEqual([early.id]);
  });

  it("find what waits for the merchant's decision", async () => {
    const first = await testApp.aCampaign({ name: "تمر" });
    await testApp.aCampaign({ name: "عود" });
    await testApp.act(`POST Clients/Campaigns/${first.id}/start`);
    await transact(testApp.ctx(), pauseForMoney(testApp.deps));
    expect(await list({ view: "needs_decision" })).toMatchObject({ total: 1, items: [{ id: first.id }] });
  });
});

describe("an export", () => {
  const download = (query: Record<string, string>) =>
    testApp.server.app.inject({
      method: "GET",
      url: `/Clients/Campaigns/export?${new URLSearchParams(query)}`,
      headers: { authorization: "Bearer test-session-of-mer_1", "x-app-language": "ar" },
    });

  it("has every campaign of the filter in the list's order, over several batches", async () => {
    await named(Array.from({ length: 7 }, (_, index) => `حملة ${index}`));
    const { id } = await testApp.aCampaign({ name: "=cmd()" });
    await report(id, "2026-11-20", 10_50);
    const answer = await download({ format: "csv", sort: "spend" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = answer.body.trim().split("\r\n");
    expect(lines).toHaveLength(9);
    expect(lines[1]).toMatch(/^'=cmd\(\),سناب شات,/);
    expect(lines[1]).toContain(",10.50,");
  });

  it("is a workbook by default", async () => {
    const answer = await download({});
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe("PK");
  });
});
