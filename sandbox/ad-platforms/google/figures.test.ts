import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import { type Harness, makeTree, openHarness } from "./testing.ts";

let harness: Harness;
let market: AdMarket;
let tree: Awaited<ReturnType<typeof makeTree>>;
/** Deliveries as the economy records them: an hour of yesterday and one of today, Riyadh time. */
const yesterday = new Date("2026-11-20T09:00:00Z"); // 12:00 on the 20th
const midnight = new Date("2026-11-20T21:00:00Z"); // 00:00 on the 21st
beforeAll(async () => {
  harness = await openHarness();
  const [vendor] = harness.sandbox.vendors;
  if (!vendor?.market) throw new Error("Google has no market");
  market = vendor.market;
  tree = await makeTree(harness);
  await makeTree(harness, { name: "بلا أرقام" });
  market.recordDelivery(tree.ad, yesterday, {
    impressions: 100,
    clicks: 2,
    spendMicro: 1_500_000,
    newReach: 90,
  });
  market.recordDelivery(tree.ad, midnight, {
    impressions: 50,
    clicks: 1,
    spendMicro: 700_001,
    newReach: 40,
  });
  await harness.sandbox.control("clock", { step: "PT20M" });
});
afterAll(() => harness?.stop());

const span = "segments.date BETWEEN '2026-11-14' AND '2026-11-21'";

describe("metrics", () => {
  it.each([
    ["age_range_view", "age_range"],
    ["gender_view", "gender"],
  ])("of %s fall on groups of people, which add up to the campaign's", async (view, field) => {
    const { rows } = await harness.gaql(
      `SELECT campaign.name, ad_group_criterion.${field}.type, metrics.impressions, metrics.clicks, metrics.cost_micros FROM ${view} WHERE ${span} AND campaign.resource_name = '${tree.campaign}'`,
    );
    expect(rows.length).toBeGreaterThan(1);
    const add = (name: string) =>
      rows.reduce((all, row) => all + Number((row.metrics as Record<string, string>)[name]), 0);
    expect([add("impressions"), add("clicks"), add("costMicros")]).toEqual([150, 3, 2_200_001]);
  });

  it("come in one row a day, in the account's time, and days without any are left out", async () => {
    const { rows } = await harness.gaql(
      `SELECT campaign.name, segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.ctr FROM campaign WHERE ${span} ORDER BY segments.date`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      campaign: { resourceName: tree.campaign },
      segments: { date: "2026-11-20" },
      metrics: { impressions: "100", clicks: "2", costMicros: "1500000", conversions: 0, ctr: 0.02 },
    });
    expect(rows[1]).toMatchObject({ segments: { date: "2026-11-21" }, metrics: { costMicros: "700001" } });
  });

  it("come in one row an hour when hours are selected", async () => {
    const { rows } = await harness.gaql(
      `SELECT ad_group_ad.ad.id, segments.date, segments.hour, metrics.cost_micros FROM ad_group_ad WHERE ${span} ORDER BY segments.date, segments.hour`,
    );
    expect(rows.map((row) => row.segments)).toEqual([
      { date: "2026-11-20", hour: 12 },
      { date: "2026-11-21", hour: 0 },
    ]);
  });

  it("are summed without segments, and rows of zeros stay", async () => {
    const { rows } = await harness.gaql(
      `SELECT campaign.id, metrics.cost_micros FROM campaign WHERE ${span} ORDER BY metrics.cost_micros DESC`,
    );
    expect(rows.map((row) => row.metrics)).toEqual([{ costMicros: "2200001" }, { costMicros: "0" }]);
  });

  it("of the whole account, an ad group and an ad agree", async () => {
    for (const resource of ["customer", "campaign", "ad_group", "ad_group_ad"]) {
      const { rows } = await harness.gaql(
        `SELECT ${resource}.resource_name, metrics.impressions FROM ${resource} WHERE metrics.impressions > 0`,
      );
      expect(rows.map((row) => row.metrics)).toEqual([{ impressions: "150" }]);
    }
  });

  it("stay when the campaign is removed", async () => {
    await harness.mutate([{ campaignOperation: { remove: tree.campaign } }]);
    const { rows } = await harness.gaql(
      "SELECT campaign.status, metrics.clicks FROM campaign WHERE campaign.status = 'REMOVED'",
    );
    expect(rows).toMatchObject([{ campaign: { status: "REMOVED" }, metrics: { clicks: "3" } }]);
  });
});

describe("the market", () => {
  const shownAds = () => market.deliverableAds(harness.sandbox.world.now());

  it("offers reviewed ads, search ads only with keywords, with the campaign's budget and places", async () => {
    const { ad, campaign } = await makeTree(harness, { name: "للعرض" });
    expect(shownAds().map(({ adId }) => adId)).not.toContain(ad);
    await harness.sandbox.control("clock", { step: "PT6M" });
    const shown = shownAds().find(({ adId }) => adId === ad);
    expect(shown).toMatchObject({
      campaignId: campaign.split("/").at(-1),
      audience: { countries: ["SA"], geoRadii: [], genders: [], ages: { from: 18, to: null } },
      bid: { kind: "auto", goal: "purchases" },
      budgets: [{ period: "day", limitHalalas: 50_00, maxDailyOverdelivery: 2 }],
      landingUrl: "https://store.example/offer",
    });
  });

  it("leaves out ages, genders and people elsewhere", async () => {
    const { adGroup, campaign, ad } = await makeTree(harness, { name: "محدد" });
    const { codes } = await harness.mutate([
      {
        adGroupCriterionOperation: {
          create: { adGroup, ageRange: { type: "AGE_RANGE_18_24" }, negative: true },
        },
      },
      {
        adGroupCriterionOperation: {
          create: { adGroup, ageRange: { type: "AGE_RANGE_65_UP" }, negative: true },
        },
      },
      { adGroupCriterionOperation: { create: { adGroup, gender: { type: "MALE" }, negative: true } } },
      {
        campaignCriterionOperation: {
          create: {
            campaign,
            proximity: {
              geoPoint: { latitudeInMicroDegrees: 21_500_000, longitudeInMicroDegrees: 39_200_000 },
              radius: 10,
              radiusUnits: "MILES",
            },
          },
        },
      },
    ]);
    expect(codes).toEqual([]);
    await harness.sandbox.control("clock", { step: "PT6M" });
    const audience = shownAds().find(({ adId }) => adId === ad)?.audience;
    expect(audience).toMatchObject({ genders: ["female"], ages: { from: 25, to: 64 } });
    expect(audience?.geoRadii).toEqual([{ latitude: 21.5, longitude: 39.2, radiusKm: 16.09344 }]);
  });

  it.each(["bader", "reem"])("shows nothing for %s", async (identity) => {
    const other = await openHarness(identity);
    const { codes } = await other.mutate([]);
    expect(other.sandbox.vendors[0]?.market?.deliverableAds(new Date())).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
    await other.stop();
  });
});
