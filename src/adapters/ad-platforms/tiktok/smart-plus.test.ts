import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "#base/server/clock.ts";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdPlatform,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { activateAd } from "../shared/testing/sandbox-context.ts";
import { aCampaign, aFile, anAd, anAdGroup } from "../shared/testing/specs.ts";
import { aVideoBytes } from "../shared/testing/video-bytes.ts";
import { type Flow, levelEndpoints, parsePlatformId } from "./flows.ts";
import { smartPlusAd } from "./response-schemas.ts";
import { type Harness, openHarness } from "./testing.ts";
import { makeTiktok, type TiktokSettings } from "./tiktok.ts";

/** The world's clock as the adapter sees it; the simulator's own is moved through its control API. */
let now: Date;
const worldClock: Clock = { now: () => now };

let harness: Harness;
let sequence = 0;
beforeAll(async () => {
  harness = await openHarness({ worldClock });
  now = await harness.now();
});
afterAll(() => harness?.stop());

const toFlow = (platformId: string): Flow => parsePlatformId(platformId).flow;

/** An object as TikTok's own Smart+ lists return it. */
async function loadFromTiktok(
  account: AdAccountContext,
  level: "campaign" | "ad_group" | "ad",
  platformId: string,
) {
  const { path, ids } = levelEndpoints.smart_plus[level];
  const filtering = JSON.stringify({ [ids]: [parsePlatformId(platformId).id] });
  const { list } = await harness.queryTiktok(account, `${path}/get/`, { filtering, page_size: "100" });
  return list[0];
}

const aSpec = (change: Partial<CampaignSpec> = {}) => {
  sequence += 1;
  return aCampaign(now, { reference: `cmp_${sequence}`, ...change });
};

async function setUpAd(
  account: AdAccountContext,
  campaign: CampaignSpec,
  change: Partial<AdSpec> = {},
  platform: AdPlatform = harness.platform,
) {
  const { platformId: campaignId } = await platform.createCampaign(account, campaign);
  const group = anAdGroup(campaign, campaignId, { reference: `grp_${sequence}` });
  const { platformId: groupId } = await platform.createAdGroup(account, group);
  const media = harness.picture(`med_${sequence}`);
  const spec = anAd(groupId, harness.landingUrl, media, { reference: `ad_${sequence}`, ...change });
  const { platformId } = await platform.createAd(account, spec);
  return { campaignId, group, groupId, spec, platformId };
}

describe("where TikTok has closed its manual flow to an ad account early", () => {
  const closed = () => harness.openAccount({ identity: "fresh", manual_flow_closed: true });

  it("a campaign is created in Smart+, for sales with the pixel and for traffic without one", async () => {
    const { account } = await closed();
    const sales = await setUpAd(account, aSpec());
    expect(toFlow(sales.campaignId)).toBe("smart_plus");
    expect(await loadFromTiktok(account, "campaign", sales.campaignId)).toMatchObject({
      objective_type: "WEB_CONVERSIONS",
      sales_destination: "WEBSITE",
      budget: 150,
      operation_status: "DISABLE",
    });
    expect(await loadFromTiktok(account, "ad_group", sales.groupId)).toMatchObject({
      optimization_goal: "CONVERT",
      pixel_id: account.pixelId,
      targeting_optimization_mode: "MANUAL",
      targeting_spec: { location_ids: ["102358"], age_groups: ["AGE_18_24", "AGE_25_34"] },
    });
    const visits = await setUpAd(account, aSpec({ objective: "traffic" }));
    expect(await loadFromTiktok(account, "ad_group", visits.groupId)).toMatchObject({
      optimization_goal: "CLICK",
      billing_event: "CPC",
    });
  });

  it("a second ad group has the first one's goal, even if the pixel was added later", async () => {
    const { account } = await closed();
    const spec = aSpec();
    const { campaignId } = await setUpAd({ ...account, pixelId: null }, spec);
    const group = anAdGroup(spec, campaignId, { reference: "grp_later" });
    const { platformId } = await harness.platform.createAdGroup(account, group);
    expect(await loadFromTiktok(account, "ad_group", platformId)).toMatchObject({
      optimization_goal: "CLICK",
    });
  });

  it("and Smart+ is closed to it too, the refusal says what to do next", async () => {
    const options = { identity: "fresh", manual_flow_closed: true, no_smart_plus: true };
    const { account } = await harness.openAccount(options);
    await expect(harness.platform.createCampaign(account, aSpec())).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:smart_plus_not_open",
    });
  });

  it("a refusal of the campaign itself is not retried in the other flow", async () => {
    const { account } = await harness.openAccount();
    const expensive = aSpec({ dailyBudget: accountMoney(10_000_000_00), targetCpa: null });
    await expect(harness.platform.createCampaign(account, expensive)).rejects.toMatchObject({
      kind: "rejected",
    });
    expect((await harness.queryTiktok(account, "/smart_plus/campaign/get/")).list).toEqual([]);
  });
});

describe("an ad in Smart+", () => {
  const setUpSmartPlusAd = async (change: Partial<AdSpec> = {}) => {
    const { account } = await harness.openAccount({ identity: "fresh", manual_flow_closed: true });
    return { account, ...(await setUpAd(account, aSpec(), change)) };
  };

  it("shows what the merchant wrote and none of TikTok's additions", async () => {
    const { account, platformId } = await setUpSmartPlusAd({ headline: "خصم", text: "على كل العطور" });
    expect(await loadFromTiktok(account, "ad", platformId)).toMatchObject({
      ad_name: `إعلان العطر [ad_${sequence}]`,
      ad_text_list: [{ ad_text: "خصم — على كل العطور" }],
      landing_page_url_list: [{ landing_page_url: harness.landingUrl }],
      creative_list: [{ creative_info: { ad_format: "CAROUSEL_ADS", identity_type: "TT_USER" } }],
      ad_configuration: {
        dark_post_status: "ON",
        creative_auto_add_toggle: false,
        creative_auto_enhancement_strategy_list: [],
      },
    });
  });

  it("has the button of its spec, and keeps its portfolio while the button is unchanged", async () => {
    const { account, platformId, spec } = await setUpSmartPlusAd();
    const loadButton = async () => {
      const { ad_configuration } = parseAs(smartPlusAd, await loadFromTiktok(account, "ad", platformId));
      const id = String(ad_configuration?.call_to_action_id);
      const query = new URLSearchParams({
        advertiser_id: account.adAccountId,
        creative_portfolio_id: id,
      });
      const headers = { "access-token": account.accessToken };
      const url = `${harness.settings.apiUrl}/open_api/v1.3/creative/portfolio/get/?${query}`;
      const { data } = (await (await fetch(url, { headers })).json()) as {
        data: { portfolio_content: { asset_content: string }[] };
      };
      const labels = data.portfolio_content.map((each) => each.asset_content);
      return { id, labels };
    };
    const first = await loadButton();
    expect(first.labels).toEqual(["Shop now"]);
    await harness.platform.updateAd(account, platformId, { ...spec, headline: "عرض اليوم فقط" });
    expect(await loadButton()).toEqual(first);
    await harness.platform.updateAd(account, platformId, { ...spec, callToAction: "learn_more" });
    expect((await loadButton()).labels).toEqual(["Learn more"]);
    // TikTok does not recommend this one: then the portfolio holds all recommended ones.
    await harness.platform.updateAd(account, platformId, { ...spec, callToAction: "call_now" });
    expect((await loadButton()).labels.length).toBeGreaterThan(1);
  });

  it("shows a video with its cover, and keeps both when only texts change", async () => {
    const video = aFile(aVideoBytes(), { reference: "med_film", kind: "video", mime: "video/mp4" });
    const { account, platformId, spec } = await setUpSmartPlusAd({ media: video });
    const before = (await loadFromTiktok(account, "ad", platformId))?.creative_list;
    expect(before).toMatchObject([{ creative_info: { ad_format: "SINGLE_VIDEO" } }]);
    await harness.platform.updateAd(account, platformId, { ...spec, headline: "عرض اليوم فقط" });
    expect((await loadFromTiktok(account, "ad", platformId))?.creative_list).toEqual(before);
  });

  it("reports why the review rejected it", async () => {
    const { account, platformId } = await setUpSmartPlusAd({ headline: "ربح مضمون" });
    const review = async () => (await harness.platform.states(account, "ad", [platformId]))[0]?.review;
    expect(await review()).toEqual({ outcome: "pending", reasons: [] });
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await review()).toEqual({
      outcome: "rejected",
      reasons: ["Misleading financial claims are not allowed."],
    });
  });

  it("is found after its response was lost", async () => {
    const { account, groupId, spec } = await setUpSmartPlusAd();
    const next = { ...spec, reference: "ad_lost" };
    const fault = { vendor: "tiktok", kind: "timeout_after", times: 1, method: "POST" };
    await harness.sandbox.control("faults", { ...fault, path: "/smart_plus/ad/create/" });
    await expect(harness.platform.createAd(account, next)).rejects.toMatchObject({ kind: "outcome_unknown" });
    const found = await harness.platform.find(account, "ad", "ad_lost", groupId);
    expect(await harness.platform.createAd(account, next)).toEqual({ platformId: found?.platformId });
  });
});

describe("a campaign in Smart+", () => {
  it("applies a new cost per result and a new end to its ad groups, and refuses a new bidding strategy", async () => {
    const { account } = await harness.openAccount({ identity: "fresh", manual_flow_closed: true });
    const target = { biddingStrategy: "target_cpa" as const, targetCpa: accountMoney(30_00) };
    const spec = aSpec(target);
    const { campaignId, groupId } = await setUpAd(account, spec);
    expect((await loadFromTiktok(account, "ad_group", groupId))?.conversion_bid_price).toBe(30);
    const cheaper = {
      ...spec,
      targetCpa: accountMoney(25_50),
      endsAt: null,
      dailyBudget: accountMoney(200_00),
    };
    await harness.platform.updateCampaign(account, campaignId, cheaper);
    expect(await loadFromTiktok(account, "ad_group", groupId)).toMatchObject({
      conversion_bid_price: 25.5,
      schedule_type: "SCHEDULE_FROM_NOW",
      targeting_spec: { gender: "GENDER_FEMALE" },
    });
    const [state] = await harness.platform.states(account, "campaign", [campaignId]);
    expect(state).toEqual({ platformId: campaignId, status: "paused", dailyBudget: 20_000 });
    const other = { ...spec, biddingStrategy: "maximize_conversions" as const, targetCpa: null };
    await expect(harness.platform.updateCampaign(account, campaignId, other)).rejects.toMatchObject({
      messageKey: "ad_accounts:bidding_stays_there",
    });
  });

  it("coexists with manual ones: states and figures of both are read together, each under its own id", async () => {
    const { account } = await harness.openAccount();
    const manual = await setUpAd(account, aSpec({ objective: "traffic" }));
    const early = makeTiktok({ ...harness.settings, smartPlusFrom: new Date(0) });
    const smart = await setUpAd(account, aSpec(), {}, early);
    const ids = [manual.platformId, smart.platformId];
    for (const created of [manual, smart]) {
      const { campaignId: campaign, groupId: ad_group, platformId: ad } = created;
      await activateAd(harness.platform, account, { campaign, ad_group, ad });
    }
    await harness.sandbox.control("clock", { step: "P1D" });
    const yesterday = now;
    now = await harness.now();
    const states = await harness.platform.states(account, "ad", ids);
    expect(states.map(({ platformId }) => platformId)).toEqual(ids);
    expect(states.map(({ status }) => status)).toEqual(["active", "active"]);
    const reported = new Set<string>();
    const figuresQuery = {
      platformCampaignIds: [smart.campaignId, manual.campaignId],
      from: yesterday,
      to: now,
      grain: "day" as const,
    };
    for await (const page of harness.platform.readFigures(account, figuresQuery))
      for (const { platformAdId, impressions } of page) if (impressions > 0) reported.add(platformAdId);
    expect([...reported].sort()).toEqual([...ids].sort());
  });
});

describe("the day on which the manual flow ends", () => {
  it("separates campaigns: earlier ones are changed in the manual flow, later ones are created in Smart+", async () => {
    now = await harness.now();
    const { account } = await harness.openAccount();
    const before = await setUpAd(account, aSpec());
    expect(toFlow(before.campaignId)).toBe("manual");
    await harness.sandbox.control("clock", { step: "P41D" });
    now = await harness.now();
    const after = await setUpAd(account, aSpec());
    expect(toFlow(after.campaignId)).toBe("smart_plus");

    await harness.platform.updateCampaign(account, before.campaignId, {
      ...before.group.campaign,
      dailyBudget: accountMoney(300_00),
    });
    await harness.platform.setStatus(account, "campaign", before.campaignId, "active");
    const [state] = await harness.platform.states(account, "campaign", [before.campaignId]);
    expect(state).toEqual({ platformId: before.campaignId, status: "active", dailyBudget: 30_000 });
    const later = { ...before.spec, reference: "ad_too_late" };
    await expect(harness.platform.createAd(account, later)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:manual_flow_closed",
    });
    const wider = { ...before.group, reference: "grp_too_late" };
    await expect(harness.platform.createAdGroup(account, wider)).rejects.toMatchObject({
      messageKey: "ad_accounts:manual_flow_closed",
    });
    await harness.platform.remove(account, "campaign", before.campaignId);
    await harness.platform.remove(account, "campaign", after.campaignId);
    expect(await harness.platform.find(account, "campaign", after.group.campaign.reference, null)).toBeNull();
  });
});

describe("a campaign for visits after that day", () => {
  const openVisits = async (change: Partial<TiktokSettings>, account: Record<string, unknown> = {}) => {
    const opened = await harness.openAccount({ identity: "fresh", ...account });
    const late = makeTiktok({ ...harness.settings, smartPlusFrom: new Date(0), ...change });
    const visits = await setUpAd(opened.account, aSpec({ objective: "traffic" }), {}, late);
    return toFlow(visits.campaignId);
  };

  it("is created in Smart+ before the manual flow is asked", async () => {
    expect(await openVisits({})).toBe("smart_plus");
  });

  it("stays in the manual flow where Smart+ is not open to the ad account", async () => {
    expect(await openVisits({}, { no_smart_plus: true })).toBe("manual");
  });

  it("stays in the manual flow where only campaigns for sales leave it", async () => {
    expect(await openVisits({ smartPlusObjectives: "sales" })).toBe("manual");
  });
});
