import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, AdFigures, AdSpec, Grain } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { switchOn } from "../shared/testing/ground.ts";
import { aCampaign, anAd } from "../shared/testing/orders.ts";
import { anAdGroup, type Bench, openBench } from "./testing.ts";
import type { Parameters } from "./wire.ts";

let bench: Bench;
let account: AdAccountContext;
let now: Date;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.stop());

/** What X itself lists, asked without the adapter's words. */
async function listed(what: string, parameters: Parameters = {}) {
  const found: Record<string, unknown>[] = [];
  for await (const one of bench.wire.list(
    account.accessToken,
    `/accounts/${account.adAccountId}/${what}`,
    parameters,
  ))
    found.push(one);
  return found;
}

/** A running campaign in an account of its own. */
async function running(change: Partial<AdSpec> = {}) {
  ({ account } = await bench.someone());
  now = await bench.now();
  const campaign = aCampaign(now);
  const { platformId: campaignId } = await bench.platform.createCampaign(account, campaign);
  const { platformId: groupId } = await bench.platform.createAdGroup(
    account,
    anAdGroup(campaign, campaignId),
  );
  const order = anAd(groupId, bench.landingUrl, bench.picture("med_1"), change);
  const { platformId: adId } = await bench.platform.createAd(account, order);
  const ids = { campaign: campaignId, ad_group: groupId, ad: adId };
  await switchOn(bench.platform, account, ids);
  return { campaign, campaignId, groupId, order, adId };
}
const stateOf = async (adId: string) => (await bench.platform.states(account, "ad", [adId]))[0];
const promotions = (parameters: Parameters = {}) => listed("promoted_tweets", parameters);

describe("an ad on X", () => {
  it("pauses by ending its promotion and goes on with a new one of the same post, under the same id", async () => {
    const { adId } = await running();
    const [first] = await promotions();
    await bench.platform.setStatus(account, "ad", adId, "paused");
    expect(await promotions()).toEqual([]);
    expect(await stateOf(adId)).toMatchObject({ platformId: adId, status: "paused" });
    await bench.platform.setStatus(account, "ad", adId, "active");
    await bench.platform.setStatus(account, "ad", adId, "active");
    const again = await promotions();
    expect(again).toMatchObject([{ tweet_id: first?.tweet_id, entity_status: "ACTIVE" }]);
    expect(again[0]?.id).not.toBe(first?.id);
    expect(await stateOf(adId)).toMatchObject({ platformId: adId, status: "active" });
  });

  it("changed while it runs is a new post that takes the old one's place; asked again, nothing more happens", async () => {
    const { order, adId, groupId } = await running();
    const changed = { ...order, headline: "عرض اليوم فقط" };
    for (const _turn of [1, 2]) await bench.platform.updateAd(account, adId, changed);
    const posts = await listed("tweets", { tweet_type: "PUBLISHED" });
    expect(posts.map(({ text }) => text)).toEqual([order.headline, changed.headline]);
    expect(await promotions()).toMatchObject([{ tweet_id: posts[1]?.id_str }]);
    expect((await bench.platform.find(account, "ad", order.reference, groupId))?.platformId).toBe(adId);
    // And back: X is not asked for the same post twice.
    await bench.platform.updateAd(account, adId, order);
    expect(await promotions()).toHaveLength(1);
    expect(await listed("tweets", { tweet_type: "PUBLISHED" })).toHaveLength(3);
  });

  it("changed while it is paused stays paused, and a new name needs no new post", async () => {
    const { order, adId } = await running();
    await bench.platform.setStatus(account, "ad", adId, "paused");
    await bench.platform.updateAd(account, adId, { ...order, name: "اسم آخر" });
    const [post, ...more] = await listed("tweets", { tweet_type: "PUBLISHED" });
    expect(post?.name).toContain("اسم آخر");
    expect(more).toEqual([]);
    expect(await promotions()).toEqual([]);
  });

  it("removed is not found any more, twice is once, and its post is shown to nobody", async () => {
    const { order, adId } = await running();
    for (const _turn of [1, 2]) await bench.platform.remove(account, "ad", adId);
    expect(await bench.platform.find(account, "ad", order.reference, null)).toBeNull();
    expect(await stateOf(adId)).toBeUndefined();
    expect(await promotions()).toEqual([]);
    await expect(bench.platform.setStatus(account, "ad", adId, "active")).rejects.toMatchObject({
      messageKey: "ad_accounts:not_found_there",
    });
  });

  it("is reviewed when it first runs; X says whether, and gives no reasons", async () => {
    const { adId } = await running({ headline: "ربح مضمون" });
    expect((await stateOf(adId))?.review).toEqual({ outcome: "pending", reasons: [] });
    await bench.sandbox.control("clock", { step: "PT10M" });
    expect((await stateOf(adId))?.review).toEqual({ outcome: "rejected", reasons: [] });
    expect(await bench.platform.states(account, "ad", ["zz9:ad_never", adId])).toHaveLength(1);
  });
});

it("many ads that never ran are read at once, and those that are gone are left out", async () => {
  const { adId, groupId, order } = await running();
  const others: string[] = [];
  for (let turn = 2; turn < 9; turn += 1) {
    const another = {
      ...order,
      reference: `ad_${turn}`,
      headline: `عرض ${turn}`,
      platformAdGroupId: groupId,
    };
    others.push((await bench.platform.createAd(account, another)).platformId);
  }
  await bench.platform.remove(account, "ad", others[0] ?? "");
  const states = await bench.platform.states(account, "ad", [adId, ...others]);
  expect(states.map(({ platformId, status }) => [platformId, status])).toEqual([
    [adId, "active"],
    ...others.slice(1).map((id) => [id, "paused"]),
  ]);
});

describe("a campaign's line items", () => {
  it("follow its times, its goal and its price, and only then", async () => {
    const { campaign, campaignId, groupId } = await running();
    const lineItem = async () => (await listed("line_items", { line_item_ids: [groupId] }))[0];
    expect(await lineItem()).toMatchObject({ goal: "WEBSITE_CONVERSIONS", bid_strategy: "AUTO" });
    const endless = {
      ...campaign,
      endsAt: null,
      biddingStrategy: "target_cpa" as const,
      targetCpa: campaign.dailyBudget,
    };
    await bench.platform.updateCampaign(account, campaignId, endless);
    expect(await lineItem()).toMatchObject({
      end_time: null,
      bid_strategy: "TARGET",
      bid_amount_local_micro: 150_000_000,
      entity_status: "ACTIVE",
    });
    await bench.platform.updateCampaign(account, campaignId, {
      ...endless,
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

  it("are told of a budget that somebody changed on X", async () => {
    const { campaignId } = await running();
    const path = `/accounts/${account.adAccountId}/campaigns/${campaignId}`;
    await bench.wire.write(account.accessToken, {
      method: "PUT",
      path,
      parameters: { daily_budget_amount_local_micro: 90_000_000 },
    });
    const [state] = await bench.platform.states(account, "campaign", [campaignId]);
    expect(state).toMatchObject({ status: "active", dailyBudget: 90_00 });
  });
});

describe("an ad group", () => {
  const criteria = async (groupId: string) =>
    (await listed("targeting_criteria", { line_item_ids: [groupId] })).map(
      ({ targeting_type, name }) => `${targeting_type} ${name}`,
    );

  it("reaches whom it should, and a change deletes what is over", async () => {
    const { campaign, campaignId, groupId } = await running();
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
    await bench.platform.updateAdGroup(account, groupId, anAdGroup(campaign, campaignId, anybody));
    expect((await criteria(groupId)).sort()).toEqual(["AGE AGE_OVER_13", "LOCATION Saudi Arabia"]);
    expect((await listed("line_items"))[0]).toMatchObject({
      audience_expansion: null,
      entity_status: "ACTIVE",
    });
  });

  it.each([
    ["ages_not_in_steps", { ageMin: 18, ageMax: 24 }],
    ["ages_not_in_steps", { ageMin: 50, ageMax: 54 }],
    ["radius_not_supported", { geoRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 10_000 }] }],
    ["device_not_supported", { devices: ["tablet"] as const }],
  ])("is refused before sending: %s", async (key, change) => {
    ({ account } = await bench.someone());
    const order = anAdGroup(aCampaign(new Date()), "k3w9a", change);
    await expect(bench.platform.createAdGroup(account, order)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: `ad_accounts:${key}`,
    });
    expect(await listed("line_items")).toEqual([]);
  });
});

describe("figures", () => {
  async function read(campaignId: string, from: Date, grain: Grain): Promise<AdFigures[]> {
    const to = await bench.now();
    const found: AdFigures[] = [];
    const asked = { platformCampaignIds: [campaignId], from, to, grain };
    for await (const page of bench.platform.readFigures(account, asked)) found.push(...page);
    return found;
  }
  const spendIn = (figures: AdFigures[]) => figures.reduce((sum, { spend }) => sum + spend, 0);

  it("of all promotions of an ad are one ad's, whatever happened to its post", async () => {
    const { campaignId, order, adId } = await running();
    await bench.sandbox.control("clock", { step: "PT8H" });
    await bench.platform.setStatus(account, "ad", adId, "paused");
    await bench.platform.setStatus(account, "ad", adId, "active");
    await bench.sandbox.control("clock", { step: "PT4H" });
    await bench.platform.updateAd(account, adId, { ...order, headline: "عرض اليوم فقط" });
    await bench.sandbox.control("clock", { step: "PT4H" });
    const from = new Date(now.getTime() - 86_400_000);
    const hours = await read(campaignId, from, "hour");
    expect(new Set(hours.map(({ platformAdId }) => platformAdId))).toEqual(new Set([adId]));
    expect(hours.length).toBe(new Set(hours.map(({ startsAt }) => startsAt.getTime())).size);
    expect(hours.length).toBeGreaterThan(10);
    expect(await promotions({ with_deleted: true })).toHaveLength(3);
    expect(spendIn(await read(campaignId, from, "day"))).toBe(spendIn(hours));
  });

  it("of a long time come as files, and are the same", async () => {
    const { campaignId } = await running();
    await bench.sandbox.control("clock", { step: "PT12H" });
    const short = await read(campaignId, new Date(now.getTime() - 86_400_000), "day");
    const long = await read(campaignId, new Date(now.getTime() - 300 * 86_400_000), "day");
    expect(spendIn(short)).toBeGreaterThan(0);
    expect(long).toEqual(short);
    const jobs = await bench.sandbox.control<unknown[]>("received?vendor=x&path=/stats/jobs/&limit=50");
    expect(jobs.length).toBeGreaterThan(1);
  });
});
