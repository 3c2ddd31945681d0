import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import type { Json } from "../shared/field-table.ts";
import { type Harness, makeTree, openHarness, type Tree } from "./testing.ts";

let harness: Harness;
let market: AdMarket;
let tree: Tree;
const HOURLY = "hourly_stats_aggregated_by_advertiser_time_zone";
beforeEach(async () => {
  harness = await openHarness({ identity: "fresh" });
  market = harness.sandbox.vendors[0]?.market as AdMarket;
  tree = await makeTree(harness);
  await harness.step("PT1H"); // 12:00 in Riyadh, approved
});
afterEach(() => harness.stop());

const deliver = (hour: string, impressions: number, clicks: number, spendMicro: number, ad = tree.ad) =>
  market.recordDelivery(ad, new Date(hour), { impressions, clicks, spendMicro, newReach: impressions });
const refresh = () => harness.step("PT15M");
const range = (since: string, until = since) => ({ time_range: JSON.stringify({ since, until }) });
async function rows(path: string, params: Record<string, string> = {}): Promise<Json[]> {
  return (await harness.get(path, { fields: "impressions,clicks,spend", ...params })).data as Json[];
}

describe("a report", () => {
  it("sums deliveries at every level, all numbers as text", async () => {
    deliver("2026-11-21T05:00:00Z", 100, 3, 2_000_000);
    deliver("2026-11-21T06:00:00Z", 57, 1, 1_594_999);
    await refresh();
    const today = range("2026-11-21");
    const expected = {
      impressions: "157",
      clicks: "4",
      spend: "3.59",
      date_start: "2026-11-21",
      date_stop: "2026-11-21",
    };
    for (const path of [tree.ad, tree.adSet, tree.campaign, `act_${harness.ad_account_id}`])
      expect(await rows(`/${path}/insights`, today)).toEqual([expected]);
  });

  it("shows a delivery at the next quarter of an hour, and nothing for days without one", async () => {
    deliver("2026-11-21T09:00:00Z", 10, 1, 500_000);
    expect(await rows(`/${tree.ad}/insights`, range("2026-11-21"))).toEqual([]);
    await refresh();
    const days = { ...range("2026-11-15", "2026-11-21"), time_increment: "1" };
    expect(await rows(`/${tree.ad}/insights`, days)).toMatchObject([{ date_start: "2026-11-21" }]);
  });

  it("by hour uses the account's zone, and its hours sum to the day", async () => {
    for (const [hour, micro] of [
      ["20", 104_999],
      ["21", 104_999],
      ["22", 104_999],
      ["23", 104_999],
    ] as const)
      deliver(`2026-11-20T${hour}:00:00Z`, 5, 0, micro);
    await refresh();
    const hourly = {
      ...range("2026-11-20", "2026-11-21"),
      time_increment: "1",
      breakdowns: HOURLY,
      level: "ad",
      fields: "ad_id,spend",
    };
    const hourlyRows = await rows(`/${tree.campaign}/insights`, hourly);
    expect(hourlyRows.map((row) => [row.date_start, row[HOURLY]])).toEqual([
      ["2026-11-20", "23:00:00 - 23:59:59"],
      ["2026-11-21", "00:00:00 - 00:59:59"],
      ["2026-11-21", "01:00:00 - 01:59:59"],
      ["2026-11-21", "02:00:00 - 02:59:59"],
    ]);
    const [day] = await rows(`/${tree.campaign}/insights`, { ...range("2026-11-21"), fields: "spend" });
    const sum = hourlyRows.slice(1).reduce((all, row) => all + Math.round(Number(row.spend) * 100), 0);
    expect(sum / 100).toBe(Number(day?.spend));
    expect(day?.spend).toBe("0.31");
  });

  it.each(["age", "gender", "region"])(
    "by %s splits a day over groups whose parts add up to it",
    async (by) => {
      deliver("2026-11-21T05:00:00Z", 997, 31, 2_030_000);
      await refresh();
      const fields = "impressions,inline_link_clicks,spend";
      const people = await rows(`/${tree.campaign}/insights`, {
        ...range("2026-11-21"),
        fields,
        breakdowns: by,
      });
      expect(people.length).toBeGreaterThan(0);
      const add = (field: string) =>
        people.reduce((all, row) => all + Math.round(Number(row[field]) * 100), 0);
      expect([add("impressions"), add("inline_link_clicks"), add("spend")]).toEqual([997_00, 31_00, 203]);
      expect(new Set(people.map((row) => row[by])).size).toBe(people.length);
    },
  );

  it("leaves deleted ads out of lists unless they are requested; the totals keep them", async () => {
    deliver("2026-11-21T05:00:00Z", 100, 3, 2_000_000);
    await refresh();
    await harness.call("DELETE", `/${tree.ad}`);
    const listed = { ...range("2026-11-21"), level: "ad", fields: "ad_id" };
    const account = `/act_${harness.ad_account_id}/insights`;
    expect(await rows(account, listed)).toEqual([]);
    const deleted = JSON.stringify([
      { field: "ad.effective_status", operator: "IN", value: ["ACTIVE", "DELETED"] },
    ]);
    expect(await rows(account, { ...listed, filtering: deleted })).toMatchObject([{ ad_id: tree.ad }]);
    expect(await rows(`/${tree.ad}/insights`, range("2026-11-21"))).toHaveLength(1);
    expect(await rows(`/${tree.campaign}/insights`, range("2026-11-21"))).toMatchObject([{ spend: "2.00" }]);
  });

  it("is filtered by campaign, and comes in pages", async () => {
    const other = await makeTree(harness);
    for (const ad of [tree.ad, other.ad]) deliver("2026-11-21T05:00:00Z", 10, 1, 1_000_000, ad);
    await refresh();
    const account = `/act_${harness.ad_account_id}/insights`;
    const listed = { ...range("2026-11-21"), level: "ad", fields: "ad_id" };
    const first = (await harness.get(account, { ...listed, limit: "1" })) as {
      data: Json[];
      paging: { next: string };
    };
    expect(first.data).toHaveLength(1);
    const next = (await (await fetch(first.paging.next)).json()) as { data: Json[] };
    expect([...first.data, ...next.data].map((row) => row.ad_id).sort()).toEqual([tree.ad, other.ad].sort());
    const one = JSON.stringify([{ field: "campaign.id", operator: "IN", value: [other.campaign] }]);
    expect(await rows(account, { ...listed, filtering: one })).toMatchObject([{ ad_id: other.ad }]);
  });

  it("subtracts a late correction from what it reported", async () => {
    deliver("2026-11-21T05:00:00Z", 100, 3, 2_000_000);
    await refresh();
    deliver("2026-11-21T05:00:00Z", 0, -1, -400_000);
    await refresh();
    expect(await rows(`/${tree.ad}/insights`, range("2026-11-21"))).toMatchObject([
      { clicks: "2", spend: "1.60" },
    ]);
  });

  it.each([
    ["an unknown field", { fields: "swipes" }, 100],
    ["a breakdown that is not served", { breakdowns: "dma" }, 100],
    ["two breakdowns at once", { breakdowns: "age,region" }, 100],
    ["days that run backwards", range("2026-11-21", "2026-11-20"), 100],
    ["more than 37 months ago", range("2023-01-01", "2023-01-02"), 3_018],
  ])("is refused for %s", async (_what, params, code) => {
    expect((await harness.refusal("GET", `/${tree.ad}/insights`, params)).code).toBe(code);
  });
});

describe("an asynchronous report", () => {
  const start = async () => {
    const query = {
      time_range: { since: "2026-11-21", until: "2026-11-21" },
      level: "ad",
      fields: "ad_id,spend",
    };
    const { body } = await harness.call("POST", `/act_${harness.ad_account_id}/insights`, query);
    return String(body.report_run_id);
  };
  const poll = async (run: string) => harness.get(`/${run}`);

  it("is requested when there is too much data for one response, and read when it is complete", async () => {
    deliver("2026-11-21T05:00:00Z", 100, 3, 2_000_000);
    await refresh();
    await harness.sandbox.control("meta/reports", { sync_rows: 0 });
    expect(
      await harness.refusal("GET", `/act_${harness.ad_account_id}/insights`, { level: "ad" }),
    ).toMatchObject({ subcode: 1_487_534 });
    const run = await start();
    expect((await harness.refusal("GET", `/${run}/insights`)).code).toBe(2_601);
    expect(await poll(run)).toMatchObject({ async_status: "Job Not Started", async_percent_completion: 0 });
    expect(await poll(run)).toMatchObject({ async_status: "Job Running", async_percent_completion: 50 });
    expect(await poll(run)).toMatchObject({ async_status: "Job Completed", async_percent_completion: 100 });
    expect((await harness.get(`/${run}/insights`)).data).toMatchObject([{ ad_id: tree.ad, spend: "2.00" }]);
  });

  it("can fail", async () => {
    await harness.sandbox.control("faults", {
      vendor: "meta",
      kind: "half_done",
      times: 1,
      path: "/insights",
    });
    const run = await start();
    for (let index = 0; index < 2; index += 1) await poll(run);
    expect(await poll(run)).toMatchObject({ async_status: "Job Failed", error_code: 2 });
  });
});

describe("the market", () => {
  it("offers an active ad, with its budget, its audience and its address", () => {
    const [offered] = market.deliverableAds(harness.sandbox.world.now());
    expect(offered).toMatchObject({
      platform: "meta",
      adId: tree.ad,
      budgets: [{ id: tree.campaign, period: "day", limitHalalas: 15_000, maxDailyOverdelivery: 1.25 }],
      audience: { genders: ["female"], ages: { from: 25, to: 44 }, geoRadii: [{ radiusKm: 20 }] },
      creative: { headline: "خصم نصف السعر", kind: "image" },
      landingUrl: "https://store.example/offer",
    });
  });

  it("withdraws it as soon as any level is paused", async () => {
    for (const id of [tree.campaign, tree.adSet, tree.ad]) {
      await harness.call("POST", `/${id}`, { status: "PAUSED" });
      expect(market.deliverableAds(harness.sandbox.world.now())).toEqual([]);
      await harness.call("POST", `/${id}`, { status: "ACTIVE" });
    }
    expect(market.deliverableAds(harness.sandbox.world.now())).toHaveLength(1);
  });
});
