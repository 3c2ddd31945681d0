import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "#base/server/clock.ts";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdSpec,
  AdPlatform,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { aFilm } from "../shared/testing/film.ts";
import { switchOn } from "../shared/testing/ground.ts";
import { aCampaign, aFile, anAd, anAdGroup } from "../shared/testing/orders.ts";
import { type Flow, homes, readPlatformId } from "./flows.ts";
import { type Bench, openBench } from "./testing.ts";
import { makeTiktok } from "./tiktok.ts";
import { smartPlusAd } from "./wire-shapes.ts";

/** The world's clock as far as the adapter knows; the simulator's own is moved by its control page. */
let now: Date;
const worldClock: Clock = { now: () => now };

let bench: Bench;
let turn = 0;
beforeAll(async () => {
  bench = await openBench({ worldClock });
  now = await bench.now();
});
afterAll(() => bench?.stop());

const flowOf = (platformId: string): Flow => readPlatformId(platformId).flow;

/** What TikTok's own Smart+ lists show of an object. */
async function shown(account: AdAccountContext, level: "campaign" | "ad_group" | "ad", platformId: string) {
  const { path, ids } = homes.smart_plus[level];
  const filtering = JSON.stringify({ [ids]: [readPlatformId(platformId).id] });
  const { list } = await bench.askTiktok(account, `${path}/get/`, { filtering, page_size: "100" });
  return list[0];
}

const ordered = (change: Partial<CampaignSpec> = {}) => {
  turn += 1;
  return aCampaign(now, { reference: `cmp_${turn}`, ...change });
};

async function anAdOf(
  account: AdAccountContext,
  campaign: CampaignSpec,
  change: Partial<AdSpec> = {},
  platform: AdPlatform = bench.platform,
) {
  const { platformId: campaignId } = await platform.createCampaign(account, campaign);
  const group = anAdGroup(campaign, campaignId, { reference: `grp_${turn}` });
  const { platformId: groupId } = await platform.createAdGroup(account, group);
  const media = bench.picture(`med_${turn}`);
  const order = anAd(groupId, bench.landingUrl, media, { reference: `ad_${turn}`, ...change });
  const { platformId } = await platform.createAd(account, order);
  return { campaignId, group, groupId, order, platformId };
}

describe("where TikTok has closed its manual flow to an ad account early", () => {
  const closed = () => bench.someone({ identity: "fresh", manual_flow_closed: true });

  it("a campaign is made in Smart+, for sales with the pixel and for visits without one", async () => {
    const { account } = await closed();
    const sales = await anAdOf(account, ordered());
    expect(flowOf(sales.campaignId)).toBe("smart_plus");
    expect(await shown(account, "campaign", sales.campaignId)).toMatchObject({
      objective_type: "WEB_CONVERSIONS",
      sales_destination: "WEBSITE",
      budget: 150,
      operation_status: "DISABLE",
    });
    expect(await shown(account, "ad_group", sales.groupId)).toMatchObject({
      optimization_goal: "CONVERT",
      pixel_id: account.pixelId,
      targeting_optimization_mode: "MANUAL",
      targeting_spec: { location_ids: ["102358"], age_groups: ["AGE_18_24", "AGE_25_34"] },
    });
    const visits = await anAdOf(account, ordered({ objective: "traffic" }));
    expect(await shown(account, "ad_group", visits.groupId)).toMatchObject({
      optimization_goal: "CLICK",
      billing_event: "CPC",
    });
  });

  it("a second ad group looks for what the first one does, though the pixel came later", async () => {
    const { account } = await closed();
    const order = ordered();
    const { campaignId } = await anAdOf({ ...account, pixelId: null }, order);
    const group = anAdGroup(order, campaignId, { reference: "grp_later" });
    const { platformId } = await bench.platform.createAdGroup(account, group);
    expect(await shown(account, "ad_group", platformId)).toMatchObject({ optimization_goal: "CLICK" });
  });

  it("and Smart+ is not open to it either, that is told in words that lead on", async () => {
    const ask = { identity: "fresh", manual_flow_closed: true, no_smart_plus: true };
    const { account } = await bench.someone(ask);
    await expect(bench.platform.createCampaign(account, ordered())).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:smart_plus_not_open",
    });
  });

  it("what TikTok says against the campaign itself sends it to no other flow", async () => {
    const { account } = await bench.someone();
    const dear = ordered({ dailyBudget: accountMoney(10_000_000_00), targetCpa: null });
    await expect(bench.platform.createCampaign(account, dear)).rejects.toMatchObject({ kind: "rejected" });
    expect((await bench.askTiktok(account, "/smart_plus/campaign/get/")).list).toEqual([]);
  });
});

describe("an ad in Smart+", () => {
  const inSmartPlus = async (change: Partial<AdSpec> = {}) => {
    const { account } = await bench.someone({ identity: "fresh", manual_flow_closed: true });
    return { account, ...(await anAdOf(account, ordered(), change)) };
  };

  it("shows what the merchant wrote and nothing of TikTok's own", async () => {
    const { account, platformId } = await inSmartPlus({ headline: "خصم", text: "على كل العطور" });
    expect(await shown(account, "ad", platformId)).toMatchObject({
      ad_name: `إعلان العطر [ad_${turn}]`,
      ad_text_list: [{ ad_text: "خصم — على كل العطور" }],
      landing_page_url_list: [{ landing_page_url: bench.landingUrl }],
      creative_list: [{ creative_info: { ad_format: "CAROUSEL_ADS", identity_type: "TT_USER" } }],
      ad_configuration: {
        dark_post_status: "ON",
        creative_auto_add_toggle: false,
        creative_auto_enhancement_strategy_list: [],
      },
    });
  });

  it("has the button that was ordered, and keeps its portfolio while the button stays", async () => {
    const { account, platformId, order } = await inSmartPlus();
    const buttonOf = async () => {
      const { ad_configuration } = readAs(smartPlusAd, await shown(account, "ad", platformId));
      const id = String(ad_configuration?.call_to_action_id);
      const query = new URLSearchParams({
        advertiser_id: account.adAccountId,
        creative_portfolio_id: id,
      });
      const headers = { "access-token": account.accessToken };
      const url = `${bench.settings.apiUrl}/open_api/v1.3/creative/portfolio/get/?${query}`;
      const { data } = (await (await fetch(url, { headers })).json()) as {
        data: { portfolio_content: { asset_content: string }[] };
      };
      const words = data.portfolio_content.map((each) => each.asset_content);
      return { id, words };
    };
    const first = await buttonOf();
    expect(first.words).toEqual(["Shop now"]);
    await bench.platform.updateAd(account, platformId, { ...order, headline: "عرض اليوم فقط" });
    expect(await buttonOf()).toEqual(first);
    await bench.platform.updateAd(account, platformId, { ...order, callToAction: "learn_more" });
    expect((await buttonOf()).words).toEqual(["Learn more"]);
    // TikTok does not recommend it: then all that it does.
    await bench.platform.updateAd(account, platformId, { ...order, callToAction: "call_now" });
    expect((await buttonOf()).words.length).toBeGreaterThan(1);
  });

  it("shows a film with its cover, and keeps both when only words change", async () => {
    const film = aFile(aFilm(), { reference: "med_film", kind: "video", mime: "video/mp4" });
    const { account, platformId, order } = await inSmartPlus({ media: film });
    const before = (await shown(account, "ad", platformId))?.creative_list;
    expect(before).toMatchObject([{ creative_info: { ad_format: "SINGLE_VIDEO" } }]);
    await bench.platform.updateAd(account, platformId, { ...order, headline: "عرض اليوم فقط" });
    expect((await shown(account, "ad", platformId))?.creative_list).toEqual(before);
  });

  it("tells why its reviewers rejected it", async () => {
    const { account, platformId } = await inSmartPlus({ headline: "ربح مضمون" });
    const review = async () => (await bench.platform.states(account, "ad", [platformId]))[0]?.review;
    expect(await review()).toEqual({ outcome: "pending", reasons: [] });
    await bench.sandbox.control("clock", { step: "PT6M" });
    expect(await review()).toEqual({
      outcome: "rejected",
      reasons: ["Misleading financial claims are not allowed."],
    });
  });

  it("is found though its answer was lost", async () => {
    const { account, groupId, order } = await inSmartPlus();
    const next = { ...order, reference: "ad_lost" };
    const fault = { vendor: "tiktok", kind: "timeout_after", times: 1, method: "POST" };
    await bench.sandbox.control("faults", { ...fault, path: "/smart_plus/ad/create/" });
    await expect(bench.platform.createAd(account, next)).rejects.toMatchObject({ kind: "outcome_unknown" });
    const found = await bench.platform.find(account, "ad", "ad_lost", groupId);
    expect(await bench.platform.createAd(account, next)).toEqual({ platformId: found?.platformId });
  });
});

describe("a campaign in Smart+", () => {
  it("carries a new cost for a result and a new end on to its ad groups, and keeps its way of bidding", async () => {
    const { account } = await bench.someone({ identity: "fresh", manual_flow_closed: true });
    const target = { biddingStrategy: "target_cpa" as const, targetCpa: accountMoney(30_00) };
    const order = ordered(target);
    const { campaignId, groupId } = await anAdOf(account, order);
    expect((await shown(account, "ad_group", groupId))?.conversion_bid_price).toBe(30);
    const cheaper = {
      ...order,
      targetCpa: accountMoney(25_50),
      endsAt: null,
      dailyBudget: accountMoney(200_00),
    };
    await bench.platform.updateCampaign(account, campaignId, cheaper);
    expect(await shown(account, "ad_group", groupId)).toMatchObject({
      conversion_bid_price: 25.5,
      schedule_type: "SCHEDULE_FROM_NOW",
      targeting_spec: { gender: "GENDER_FEMALE" },
    });
    const [state] = await bench.platform.states(account, "campaign", [campaignId]);
    expect(state).toEqual({ platformId: campaignId, status: "paused", dailyBudget: 20_000 });
    const other = { ...order, biddingStrategy: "maximize_conversions" as const, targetCpa: null };
    await expect(bench.platform.updateCampaign(account, campaignId, other)).rejects.toMatchObject({
      messageKey: "ad_accounts:bidding_stays_there",
    });
  });

  it("stands beside manual ones: states and figures of both are read together, each under its own id", async () => {
    const { account } = await bench.someone();
    const manual = await anAdOf(account, ordered({ objective: "traffic" }));
    const early = makeTiktok({ ...bench.settings, smartPlusFrom: new Date(0) });
    const smart = await anAdOf(account, ordered(), {}, early);
    const ids = [manual.platformId, smart.platformId];
    for (const made of [manual, smart]) {
      const { campaignId: campaign, groupId: ad_group, platformId: ad } = made;
      await switchOn(bench.platform, account, { campaign, ad_group, ad });
    }
    await bench.sandbox.control("clock", { step: "P1D" });
    const yesterday = now;
    now = await bench.now();
    const states = await bench.platform.states(account, "ad", ids);
    expect(states.map(({ platformId }) => platformId)).toEqual(ids);
    expect(states.map(({ status }) => status)).toEqual(["active", "active"]);
    const told = new Set<string>();
    const asked = {
      platformCampaignIds: [smart.campaignId, manual.campaignId],
      from: yesterday,
      to: now,
      grain: "day" as const,
    };
    for await (const page of bench.platform.readFigures(account, asked))
      for (const { platformAdId, impressions } of page) if (impressions > 0) told.add(platformAdId);
    expect([...told].sort()).toEqual([...ids].sort());
  });
});

describe("the day on which the manual flow ends", () => {
  it("parts campaigns: those made before are changed where they stand, those made after stand in Smart+", async () => {
    now = await bench.now();
    const { account } = await bench.someone();
    const before = await anAdOf(account, ordered());
    expect(flowOf(before.campaignId)).toBe("manual");
    await bench.sandbox.control("clock", { step: "P41D" });
    now = await bench.now();
    const after = await anAdOf(account, ordered());
    expect(flowOf(after.campaignId)).toBe("smart_plus");
    expect(flowOf((await anAdOf(account, ordered({ objective: "traffic" }))).campaignId)).toBe("manual");

    await bench.platform.updateCampaign(account, before.campaignId, {
      ...before.group.campaign,
      dailyBudget: accountMoney(300_00),
    });
    await bench.platform.setStatus(account, "campaign", before.campaignId, "active");
    const [state] = await bench.platform.states(account, "campaign", [before.campaignId]);
    expect(state).toEqual({ platformId: before.campaignId, status: "active", dailyBudget: 30_000 });
    const later = { ...before.order, reference: "ad_too_late" };
    await expect(bench.platform.createAd(account, later)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:manual_flow_closed",
    });
    const wider = { ...before.group, reference: "grp_too_late" };
    await expect(bench.platform.createAdGroup(account, wider)).rejects.toMatchObject({
      messageKey: "ad_accounts:manual_flow_closed",
    });
    await bench.platform.remove(account, "campaign", before.campaignId);
    await bench.platform.remove(account, "campaign", after.campaignId);
    expect(await bench.platform.find(account, "campaign", after.group.campaign.reference, null)).toBeNull();
  });
});
