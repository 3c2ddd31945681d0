import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { AudienceSplit, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { makeFiguresFacade, recordAds } from "#modules/figures/server/figures.facade.ts";
import { ingestHours } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import type { PlanBreakdown } from "../contract/breakdowns.ts";
import type { Group } from "../domain/merge-groups.ts";
import { loadPlanBreakdown } from "./load-breakdown.ts";
import { loadPlanAudience } from "./load-plan-audience.ts";

let db: TestDb;
const clock = frozenClock("2026-11-21T09:00:00Z");
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** The plan's campaigns: each has an ad group of its own with one ad. */
const campaigns = [
  { id: "cmp_meta", platform: "meta", ad: "ad_m" },
  { id: "cmp_snap", platform: "snapchat", ad: "ad_s" },
  { id: "cmp_x", platform: "x", ad: "ad_x" },
] as const;
/** What each platform answers: groups, nothing of the kind, or a fault. */
let answers: Partial<Record<Platform, Group[] | null | AdapterFault>>;
const group = (key: string, spend: number): Group => ({ key, impressions: 100, clicks: 1, spend });

beforeEach(async () => {
  await db.reset();
  answers = { meta: [], snapchat: [], x: [] };
  for (const { id, platform, ad } of campaigns) {
    await measure(ctx(), { ...aMeasuredCampaign, campaign_id: id, ad_account_id: `aac_${platform}` });
    const hour = {
      campaignId: id,
      adId: ad,
      hour: new Date("2026-11-20T10:00:00Z"),
      impressions: 2_000,
      clicks: 30,
      spend: halalas(platform === "x" ? 1_000 : 5_000),
      platformReportedPurchases: 0,
      platformReportedSales: halalas(0),
    };
    await transact(ctx(), (writing) =>
      ingestHours(writing, { adAccountId: `aac_${platform}`, platform }, [hour]),
    );
    await transact(ctx(), (writing) =>
      recordAds(writing, [
        {
          ad_id: ad,
          campaign_id: id,
          platform_id: null,
          name: ad,
          status: "active",
          updated_at: new Date("2026-11-01T00:00:00Z"),
        },
      ]),
    );
  }
});

const ctx = (merchantId = "mer_1") => testContext(db, merchantId, clock.now());
const deps = {
  figures: makeFiguresFacade({ systemClock: clock }),
  systemClock: clock,
  ownsCampaign: async () => false,
  planCampaigns: async ({ actor }: { actor: { merchantId: string } }, planId: string) =>
    actor.merchantId === "mer_1" && planId === "pln_1" ? [...campaigns] : [],
  campaignAds: async (_ctx: unknown, ids: readonly string[]) =>
    campaigns
      .filter(({ id }) => ids.includes(id))
      .map(({ id, ad, platform }) => ({
        id: ad,
        campaign_id: id,
        name: ad,
        media_id: null,
        is_deleted: false,
        ad_group_id: `adg_${platform}`,
        ad_group_name: platform,
        is_ad_group_deleted: false,
      })),
  findOnPlatform: async (_ctx: unknown, id: string) => ({
    ad_account_id: campaigns.find((one) => one.id === id)?.platform ?? "",
    platform_id: id,
  }),
  bindAdPlatform: (_merchantId: string, adAccountId: string) => ({
    readAudience: async () => {
      const answer = answers[adAccountId as Platform] ?? null;
      if (answer instanceof AdapterFault) throw answer;
      return answer ? answer.map((one) => ({ ...one, spend: halalas(one.spend) })) : null;
    },
  }),
};
const days = { from: "2026-11-19" as RiyadhDay, to: "2026-11-21" as RiyadhDay, days: 30 };

describe("a plan's breakdown", () => {
  const split = (by: PlanBreakdown) => loadPlanBreakdown(deps)(ctx(), { planId: "pln_1", by, ...days });

  it("by platform adds each platform's campaigns up", async () => {
    expect((await split("platform")).rows).toMatchObject([
      { key: "meta", spend_halalas: 5_000, sold: { orders_placed: 0 } },
      { key: "snapchat", spend_halalas: 5_000 },
      { key: "x", spend_halalas: 1_000 },
    ]);
  });

  it("by ad and by ad group names the platform of each", async () => {
    expect((await split("ad")).rows.map(({ key, platform }) => [key, platform])).toEqual([
      ["ad_m", "meta"],
      ["ad_s", "snapchat"],
      ["ad_x", "x"],
    ]);
    expect((await split("ad_group")).rows[2]).toMatchObject({ key: "adg_x", name: "x", platform: "x" });
  });

  it("by hour adds the platforms up, and computes ratios from the sums", async () => {
    const { rows, is_complete } = await split("hour");
    expect(rows).toMatchObject([
      { key: "13", impressions: 6_000, spend_halalas: 11_000, cpm_halalas: 1_833, platform: null },
    ]);
    expect(is_complete).toBe(true);
  });

  it("of another merchant's plan is not found", async () => {
    const reading = loadPlanBreakdown(deps)(ctx("mer_2"), { planId: "pln_1", by: "ad", ...days });
    await expect(reading).rejects.toMatchObject({ code: "base.not_found" });
  });
});

describe("who saw a plan's campaigns", () => {
  const read = (by: AudienceSplit) => loadPlanAudience(deps)(ctx(), { planId: "pln_1", by, ...days });

  it("is summed over the platforms, in ages that all of them can be counted in", async () => {
    answers = {
      meta: [group("18-24", 2_000), group("25-34", 3_000)],
      snapchat: [group("18-20", 400), group("21-24", 600), group("25-34", 4_000)],
      x: [group("18-20", 100)],
    };
    const { rows, left_out } = await read("age");
    expect(rows?.map(({ key, spend_halalas }) => [key, spend_halalas])).toEqual([
      ["25-34", 7_000],
      ["18-24", 3_100],
    ]);
    expect(left_out).toEqual([]);
  });

  it("says which platform does not report it and which did not answer, with what each cost", async () => {
    answers = {
      meta: [group("Riyadh Region", 5_000)],
      snapchat: new AdapterFault("later", { reason: "503" }),
      x: null,
    };
    const { rows, left_out } = await read("place");
    expect(rows).toMatchObject([{ key: "riyadh", spend_halalas: 5_000 }]);
    expect(left_out).toEqual([
      { platform: "snapchat", reason: "no_answer", spend_halalas: 5_000 },
      { platform: "x", reason: "not_reported", spend_halalas: 1_000 },
    ]);
  });

  it("is unknown, not zero, where no platform reports it; a fault of all is a fault", async () => {
    answers = { meta: null, snapchat: null, x: null };
    expect(await read("placement")).toMatchObject({ rows: null, left_out: [{}, {}, {}] });
    const fault = new AdapterFault("later", { reason: "503" });
    answers = { meta: fault, snapchat: fault, x: fault };
    await expect(read("age")).rejects.toBe(fault);
  });
});
