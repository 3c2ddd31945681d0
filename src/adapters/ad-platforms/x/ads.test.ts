import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  AdAccountContext,
  AdFigures,
  AdSpec,
  Grain,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { activateAd } from "../shared/testing/sandbox-context.ts";
import { aCampaign, anAd } from "../shared/testing/specs.ts";
import type { Parameters } from "./api-client.ts";
import { anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
let now: Date;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

/** X's own list, without the adapter's mapping. */
async function listFromX(what: string, parameters: Parameters = {}) {
  const found: Record<string, unknown>[] = [];
  for await (const one of harness.client.list(
    account.accessToken,
    `/accounts/${account.adAccountId}/${what}`,
    parameters,
  ))
    found.push(one);
  return found;
}

/** A running campaign in its own account. */
async function setUpRunningAd(change: Partial<AdSpec> = {}) {
  ({ account } = await harness.openAccount());
  now = await harness.now();
  const campaign = aCampaign(now);
  const { platformId: campaignId } = await harness.platform.createCampaign(account, campaign);
  const { platformId: groupId } = await harness.platform.createAdGroup(
    account,
    anAdGroup(campaign, campaignId),
  );
  const spec = anAd(groupId, harness.landingUrl, harness.picture("med_1"), change);
  const { platformId: adId } = await harness.platform.createAd(account, spec);
  const ids = { campaign: campaignId, ad_group: groupId, ad: adId };
  await activateAd(harness.platform, account, ids);
  return { campaign, campaignId, groupId, spec, adId };
}
const findState = async (adId: string) => (await harness.platform.states(account, "ad", [adId]))[0];
const promotions = (parameters: Parameters = {}) => listFromX("promoted_tweets", parameters);

describe("an ad on X", () => {
  it("pauses by deleting its promotion, and resumes with a new one of the same post, under the same id", async () => {
    const { adId } = await setUpRunningAd();
    const [first] = await promotions();
    await harness.platform.setStatus(account, "ad", adId, "paused");
    expect(await promotions()).toEqual([]);
    expect(await findState(adId)).toMatchObject({ platformId: adId, status: "paused" });
    await harness.platform.setStatus(account, "ad", adId, "active");
    await harness.platform.setStatus(account, "ad", adId, "active");
    const again = await promotions();
    expect(again).toMatchObject([{ tweet_id: first?.tweet_id, entity_status: "ACTIVE" }]);
    expect(again[0]?.id).not.toBe(first?.id);
    expect(await findState(adId)).toMatchObject({ platformId: adId, status: "active" });
  });

  it("changed while it runs gets a new post that replaces the old one; a repeated call changes nothing", async () => {
    const { spec, adId, groupId } = await setUpRunningAd();
    const changed = { ...spec, headline: "عرض اليوم فقط" };
    for (const _attempt of [1, 2]) await harness.platform.updateAd(account, adId, changed);
    const posts = await listFromX("tweets", { tweet_type: "PUBLISHED" });
    expect(posts.map(({ text }) => text)).toEqual([spec.headline, changed.headline]);
    expect(await promotions()).toMatchObject([{ tweet_id: posts[1]?.id_str }]);
    expect((await harness.platform.find(account, "ad", spec.reference, groupId))?.platformId).toBe(adId);
    // And back: the earlier content gets a new post too, which X does not see as a duplicate.
    await harness.platform.updateAd(account, adId, spec);
    expect(await promotions()).toHaveLength(1);
    expect(await listFromX("tweets", { tweet_type: "PUBLISHED" })).toHaveLength(3);
  });

  it("changed while it is paused stays paused, and a new name needs no new post", async () => {
    const { spec, adId } = await setUpRunningAd();
    await harness.platform.setStatus(account, "ad", adId, "paused");
    await harness.platform.updateAd(account, adId, { ...spec, name: "اسم آخر" });
    const [post, ...more] = await listFromX("tweets", { tweet_type: "PUBLISHED" });
    expect(post?.name).toContain("اسم آخر");
    expect(more).toEqual([]);
    expect(await promotions()).toEqual([]);
  });

  it("that is removed is no longer found, removing it twice succeeds, and its post is no longer promoted", async () => {
    const { spec, adId } = await setUpRunningAd();
    for (const _attempt of [1, 2]) await harness.platform.remove(account, "ad", adId);
    expect(await harness.platform.find(account, "ad", spec.reference, null)).toBeNull();
    expect(await findState(adId)).toBeUndefined();
    expect(await promotions()).toEqual([]);
    await expect(harness.platform.setStatus(account, "ad", adId, "active")).rejects.toMatchObject({
      messageKey: "ad_accounts:not_found_there",
    });
  });

  it("is reviewed when it first runs; X reports the outcome without reasons", async () => {
    const { adId } = await setUpRunningAd({ headline: "ربح مضمون" });
    expect((await findState(adId))?.review).toEqual({ outcome: "pending", reasons: [] });
    await harness.sandbox.control("clock", { step: "PT10M" });
    expect((await findState(adId))?.review).toEqual({ outcome: "rejected", reasons: [] });
    expect(await harness.platform.states(account, "ad", ["zz9:ad_never", adId])).toHaveLength(1);
  });
});

it("many ads that never ran are read together, and removed ones are left out", async () => {
  const { adId, groupId, spec } = await setUpRunningAd();
  const others: string[] = [];
  for (let index = 2; index < 9; index += 1) {
    const another = {
      ...spec,
      reference: `ad_${index}`,
      headline: `عرض ${index}`,
      platformAdGroupId: groupId,
    };
    others.push((await harness.platform.createAd(account, another)).platformId);
  }
  await harness.platform.remove(account, "ad", others[0] ?? "");
  const states = await harness.platform.states(account, "ad", [adId, ...others]);
  expect(states.map(({ platformId, status }) => [platformId, status])).toEqual([
    [adId, "active"],
    ...others.slice(1).map((id) => [id, "paused"]),
  ]);
});

describe("a campaign's line items", () => {
  it("follow its schedule, its goal and its bid", async () => {
    const { campaign, campaignId, groupId } = await setUpRunningAd();
    const lineItem = async () => (await listFromX("line_items", { line_item_ids: [groupId] }))[0];
    expect(await lineItem()).toMatchObject({ goal: "WEBSITE_CONVERSIONS", bid_strategy: "AUTO" });
    const openEnded = {
      ...campaign,
      endsAt: null,
      biddingStrategy: "target_cpa" as const,
      targetCpa: campaign.dailyBudget,
    };
    await harness.platform.updateCampaign(account, campaignId, openEnded);
    expect(await lineItem()).toMatchObject({
      end_time: null,
      bid_strategy: "TARGET",
      bid_amount_local_micro: 150_000_000,
      entity_status: "ACTIVE",
    });
    await harness.platform.updateCampaign(account, campaignId, {
      ...openEnded,
      objective: "traffic",
      biddingStrategy: "maximize_conversions",
      targetCpa: null,
    });
    expect(await lineItem()).toMatchObject({
      goal: "LINK_CLICKS",
      bid_strategy: "AUTO",
      bid_amount_local_micro: null,
    });
  });

  it("leave the budget to the campaign, which reports a change made on X", async () => {
    const { campaignId } = await setUpRunningAd();
    const path = `/accounts/${account.adAccountId}/campaigns/${campaignId}`;
    await harness.client.write(account.accessToken, {
      method: "PUT",
      path,
      parameters: { daily_budget_amount_local_micro: 90_000_000 },
    });
    const [state] = await harness.platform.states(account, "campaign", [campaignId]);
    expect(state).toMatchObject({ status: "active", dailyBudget: 90_00 });
  });
});

describe("an ad group", () => {
  const criteria = async (groupId: string) =>
    (await listFromX("targeting_criteria", { line_item_ids: [groupId] })).map(
      ({ targeting_type, name }) => `${targeting_type} ${name}`,
    );

  it("reaches its audience, and a change deletes criteria that no longer apply", async () => {
    const { campaign, campaignId, groupId } = await setUpRunningAd();
    expect((await criteria(groupId)).sort()).toEqual([
      "AGE AGE_18_TO_34",
      "BROAD_KEYWORD عطور",
      "BROAD_KEYWORD هدايا",
      "GENDER 2",
      "LOCATION Saudi Arabia",
      "PLATFORM Android",
      "PLATFORM Mobile web",
      "PLATFORM iOS",
    ]);
    const anybody = {
      ageMin: 13,
      ageMax: null,
      gender: "all",
      devices: [],
      keywords: [],
      optimizedTargeting: false,
    } as const;
    await harness.platform.updateAdGroup(account, groupId, anAdGroup(campaign, campaignId, anybody));
    expect((await criteria(groupId)).sort()).toEqual(["AGE AGE_OVER_13", "LOCATION Saudi Arabia"]);
    expect((await listFromX("line_items"))[0]).toMatchObject({
      audience_expansion: null,
      entity_status: "ACTIVE",
    });
  });

  it.each([
    ["ages_not_in_steps", { ageMin: 18, ageMax: 24 }],
    ["ages_not_in_steps", { ageMin: 50, ageMax: 54 }],
    ["radius_not_supported", { geoRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 10_000 }] }],
    ["radius_not_supported", { excludedRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 10_000 }] }],
    ["device_not_supported", { devices: ["tablet"] as const }],
  ])("is refused before sending: %s", async (key, change) => {
    ({ account } = await harness.openAccount());
    const spec = anAdGroup(aCampaign(new Date()), "k3w9a", change);
    await expect(harness.platform.createAdGroup(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: `ad_accounts:${key}`,
    });
    expect(await listFromX("line_items")).toEqual([]);
  });
});

describe("figures", () => {
  async function read(campaignId: string, from: Date, grain: Grain): Promise<AdFigures[]> {
    const to = await harness.now();
    const found: AdFigures[] = [];
    const figuresQuery = { platformCampaignIds: [campaignId], from, to, grain };
    for await (const page of harness.platform.readFigures(account, figuresQuery)) found.push(...page);
    return found;
  }
  const spendIn = (figures: AdFigures[]) => figures.reduce((sum, { spend }) => sum + spend, 0);

  it("add up all promotions of an ad, whatever happened to its post", async () => {
    const { campaignId, spec, adId } = await setUpRunningAd();
    await harness.sandbox.control("clock", { step: "PT8H" });
    await harness.platform.setStatus(account, "ad", adId, "paused");
    await harness.platform.setStatus(account, "ad", adId, "active");
    await harness.sandbox.control("clock", { step: "PT4H" });
    await harness.platform.updateAd(account, adId, { ...spec, headline: "عرض اليوم فقط" });
    await harness.sandbox.control("clock", { step: "PT4H" });
    const from = new Date(now.getTime() - 86_400_000);
    const hours = await read(campaignId, from, "hour");
    expect(new Set(hours.map(({ platformAdId }) => platformAdId))).toEqual(new Set([adId]));
    expect(hours.length).toBe(new Set(hours.map(({ startsAt }) => startsAt.getTime())).size);
    expect(hours.length).toBeGreaterThan(10);
    expect(await promotions({ with_deleted: true })).toHaveLength(3);
    expect(spendIn(await read(campaignId, from, "day"))).toBe(spendIn(hours));
  });

  it("over a long period are downloaded as files, and are the same", async () => {
    const { campaignId } = await setUpRunningAd();
    await harness.sandbox.control("clock", { step: "PT12H" });
    const short = await read(campaignId, new Date(now.getTime() - 86_400_000), "day");
    const long = await read(campaignId, new Date(now.getTime() - 300 * 86_400_000), "day");
    expect(spendIn(short)).toBeGreaterThan(0);
    expect(long).toEqual(short);
    const jobs = await harness.sandbox.control<unknown[]>("received?vendor=x&path=/stats/jobs/&limit=50");
    expect(jobs.length).toBeGreaterThan(1);
  });
});
