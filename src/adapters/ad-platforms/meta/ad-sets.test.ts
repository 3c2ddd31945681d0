import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  AdAccountContext,
  AdGroupSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toTargeting } from "./targeting.ts";
import { aCampaign, anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
});
afterAll(() => harness.stop());

type AdSetFields = {
  bid_amount?: number;
  bid_constraints?: { roas_average_floor: number };
  optimization_goal: string;
  promoted_object?: { pixel_id: string };
  start_time: string;
  end_time?: string;
};
const fields = "bid_amount,bid_constraints,optimization_goal,promoted_object,start_time,end_time";
async function setUpAdSet(campaign: CampaignSpec, acting = account) {
  const { platformId: campaignId } = await harness.platform.createCampaign(acting, campaign);
  const { platformId } = await harness.platform.createAdGroup(acting, anAdGroup(campaign, campaignId));
  const read = () =>
    harness.queryMeta(acting, `/${platformId}`, { fields }) as unknown as Promise<AdSetFields>;
  return { campaignId, platformId, read };
}
const sales = (change: Parameters<typeof aCampaign>[0] = {}) => aCampaign({ objective: "sales", ...change });

describe("a bidding strategy", () => {
  it.each([
    [sales(), { optimization_goal: "OFFSITE_CONVERSIONS" }],
    [sales({ biddingStrategy: "maximize_conversion_value" }), { optimization_goal: "VALUE" }],
    [
      sales({ biddingStrategy: "target_cpa", targetCpa: 25_50 }),
      { optimization_goal: "OFFSITE_CONVERSIONS", bid_amount: 2_550 },
    ],
    [
      sales({ biddingStrategy: "target_roas", targetRoas: 35_000 }),
      { optimization_goal: "VALUE", bid_constraints: { roas_average_floor: 35_000 } },
    ],
    [aCampaign(), { optimization_goal: "LINK_CLICKS" }],
  ])("is set on the ad set by Meta's names", async (campaign, expected) => {
    const { read } = await setUpAdSet(campaign);
    expect(await read()).toMatchObject(expected);
  });

  it("optimizes for sales through the account's pixel, and for clicks where there is none", async () => {
    const { read } = await setUpAdSet(sales());
    expect((await read()).promoted_object?.pixel_id).toBe(account.pixelId);
    const without = await setUpAdSet(sales(), { ...account, pixelId: null });
    expect((await without.read()).optimization_goal).toBe("LINK_CLICKS");
  });

  it.each([
    [{ ...sales({ biddingStrategy: "target_cpa", targetCpa: 25_00 }) }, null, "target_cpa_needs_pixel"],
    [{ ...sales({ biddingStrategy: "target_roas", targetRoas: 35_000 }) }, null, "bidding_needs_pixel"],
    [aCampaign({ biddingStrategy: "maximize_conversion_value" }), "1", "bidding_not_supported"],
    [sales({ biddingStrategy: "target_roas", targetRoas: 99 }), "1", "target_roas_out_of_range"],
  ])("that cannot work is refused before any call", async (campaign, pixelId, key) => {
    const creation = harness.platform.createCampaign({ ...account, pixelId }, campaign);
    await expect(creation).rejects.toMatchObject({ kind: "rejected", messageKey: `ad_accounts:${key}` });
  });
});

it("writes times as Meta does: whole seconds, and a numeric offset", async () => {
  const campaign = aCampaign({ endsAt: new Date("2027-11-22T10:00:00.789Z") });
  const { campaignId, platformId } = await setUpAdSet(campaign);
  await harness.platform.updateCampaign(account, campaignId, {
    ...campaign,
    startsAt: new Date("2027-01-01T00:00:00.123Z"),
  });
  type Received = { method: string; path: string; body: string };
  const received = await harness.sandbox.control<Received[]>("received?vendor=meta&limit=2000");
  const listSentBodies = (path: string) =>
    received
      .filter((one) => one.method === "POST" && one.path.split("?")[0]?.endsWith(path))
      .map((one) => one.body);
  expect(listSentBodies(`/act_${account.adAccountId}/adsets`).join()).toContain("2027-11-22T10:00:00+0000");
  expect(listSentBodies(`/${platformId}`).join()).toContain("2027-01-01T00:00:00+0000");
});

describe("a change of the campaign", () => {
  it("carries a cap, its end and its start to every ad set, also after an interruption", async () => {
    const campaign = sales();
    const { campaignId, read } = await setUpAdSet(campaign);
    const start = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3 * 86_400_000);
    const changed = {
      ...sales({ biddingStrategy: "target_cpa", targetCpa: 30_00 }),
      reference: campaign.reference,
    };
    const spec = { ...changed, startsAt: start, endsAt: null };
    await harness.sandbox.control("faults", {
      vendor: "meta",
      kind: "503",
      times: 1,
      method: "GET",
      path: "/adsets",
    });
    await expect(harness.platform.updateCampaign(account, campaignId, spec)).rejects.toMatchObject({
      kind: "later",
    });
    await harness.platform.updateCampaign(account, campaignId, spec);
    const adSet = await read();
    expect(adSet.bid_amount).toBe(3_000);
    expect(adSet.end_time).toBeUndefined();
    expect(Date.parse(adSet.start_time)).toBe(start.getTime());
    await harness.platform.updateCampaign(account, campaignId, { ...campaign, startsAt: start });
    expect((await read()).bid_amount).toBeUndefined();
  });

  it("moves its ads to another placement, and leaves the audience as it is", async () => {
    const campaign = aCampaign({ placements: ["facebook"] });
    const { campaignId, platformId } = await setUpAdSet(campaign);
    const audience = async () =>
      (await harness.queryMeta(account, `/${platformId}`, { fields: "targeting" })).targeting as object;
    const before = await audience();
    await harness.platform.updateCampaign(account, campaignId, { ...campaign, placements: ["instagram"] });
    expect(await audience()).toEqual({ ...before, publisher_platforms: ["instagram"] });
  });

  it("writes nothing to ad sets that are already up to date", async () => {
    const campaign = aCampaign();
    const { campaignId, platformId } = await setUpAdSet(campaign);
    await harness.platform.updateCampaign(account, campaignId, { ...campaign, name: "اسم آخر" });
    const calls = await harness.sandbox.control<unknown[]>(
      `received?vendor=meta&method=POST&path=/${platformId}`,
    );
    expect(calls).toEqual([]);
  });

  it("to or from a minimum ROAS is refused while the campaign has ad sets", async () => {
    const campaign = sales();
    const { campaignId } = await setUpAdSet(campaign);
    const floored = {
      ...sales({ biddingStrategy: "target_roas", targetRoas: 35_000 }),
      reference: campaign.reference,
    };
    await expect(harness.platform.updateCampaign(account, campaignId, floored)).rejects.toMatchObject({
      messageKey: "ad_accounts:bidding_cannot_change",
    });
  });
});

it("an account in dollars is written in cents", async () => {
  const { account: american } = await harness.openAccount({ identity: "fresh", currency: "USD" });
  const { platformId } = await harness.platform.createCampaign(american, aCampaign());
  expect(await harness.queryMeta(american, `/${platformId}`, { fields: "daily_budget" })).toMatchObject({
    daily_budget: "15000",
  });
  expect(await harness.platform.states(american, "campaign", [platformId])).toMatchObject([
    { dailyBudget: 15_000 },
  ]);
});

describe("an audience", () => {
  const audience = (change: Partial<AdGroupSpec> = {}) => toTargeting(anAdGroup(aCampaign(), "1", change));

  it.each([
    [
      { ageMin: 25, ageMax: 44 },
      { age_min: 25, age_max: 44 },
    ],
    [
      { ageMin: 35, ageMax: null },
      { age_min: 35, age_max: 65 },
    ],
    [
      { ageMin: 65, ageMax: null },
      { age_min: 65, age_max: 65 },
    ],
    [
      { ageMin: 35, ageMax: 44, optimizedTargeting: true },
      { age_min: 25, age_max: 65, age_range: [35, 44] },
    ],
    [
      { ageMin: 18, ageMax: null, optimizedTargeting: true },
      { age_min: 18, age_max: 65, age_range: [18, 65] },
    ],
    [{ gender: "all" as const }, { genders: undefined }],
    [{ gender: "male" as const }, { genders: [1] }],
    [{ geoRadii: [] }, { geo_locations: { countries: ["SA"] }, excluded_geo_locations: undefined }],
    [
      { geoRadii: [], excludedRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 2_500 }] },
      {
        geo_locations: { countries: ["SA"] },
        excluded_geo_locations: {
          custom_locations: [{ latitude: 24.7, longitude: 46.7, radius: 2.5, distance_unit: "kilometer" }],
        },
      },
    ],
    [{ devices: [] }, { device_platforms: undefined }],
    [{ devices: ["desktop" as const] }, { device_platforms: ["desktop"] }],
  ])("with %o is sent as %o", (change, expected) => {
    const sentTargeting = audience(change);
    for (const [name, value] of Object.entries(expected)) expect(sentTargeting[name]).toEqual(value);
  });

  it("always says whether Meta may expand it", () => {
    expect(audience().targeting_automation).toEqual({ advantage_audience: 0 });
    expect(audience({ optimizedTargeting: true }).targeting_automation).toEqual({ advantage_audience: 1 });
  });

  it("includes the campaign's placements", () => {
    const on = (placements: CampaignSpec["placements"]) =>
      toTargeting(anAdGroup(aCampaign({ placements }), "1")).publisher_platforms;
    expect(on(["facebook"])).toEqual(["facebook"]);
    expect(on(["facebook", "instagram"])).toEqual(["facebook", "instagram"]);
  });

  it.each([
    [{ geoRadii: [{ latitude: 24, longitude: 46, radiusMetres: 999 }] }, "radius_out_of_range"],
    [{ geoRadii: [{ latitude: 24, longitude: 46, radiusMetres: 80_001 }] }, "radius_out_of_range"],
    [{ excludedRadii: [{ latitude: 24, longitude: 46, radiusMetres: 999 }] }, "radius_out_of_range"],
    [{ devices: ["connected_tv" as const] }, "device_not_supported"],
    [{ keywords: ["عطر"] }, "keywords_not_supported"],
    [{ ageMin: 12 }, "age_too_young"],
    [{ ageMin: 17 }, "radius_not_for_minors"],
  ])("that Meta does not support is refused before any call: %o", async (change, key) => {
    const spec = anAdGroup(aCampaign(), "1", change);
    await expect(harness.platform.createAdGroup(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: `ad_accounts:${key}`,
    });
  });
});
