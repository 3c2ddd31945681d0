import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import { planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { AdAccountContext, AdSpec, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aCampaign, aFile, anAd, anAdGroup } from "../shared/testing/specs.ts";
import { aVideoBytes } from "../shared/testing/video-bytes.ts";
import { type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
let now: Date;
let sequence = 0;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
  now = await harness.now();
});
afterAll(() => harness?.stop());

const formatUtcText = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const loadFromTiktok = async (level: "campaign" | "adgroup" | "ad", id: string) =>
  (
    await harness.queryTiktok(account, `/${level}/get/`, {
      filtering: JSON.stringify({ [`${level}_ids`]: [id] }),
    })
  ).list[0];

async function setUpAdGroup(change: Partial<CampaignSpec> = {}, acting = account) {
  sequence += 1;
  const campaign = aCampaign(now, { reference: `cmp_${sequence}`, ...change });
  const { platformId: campaignId } = await harness.platform.createCampaign(acting, campaign);
  const group = anAdGroup(campaign, campaignId, { reference: `grp_${sequence}` });
  const { platformId: groupId } = await harness.platform.createAdGroup(acting, group);
  return { campaign, campaignId, group, groupId };
}
async function setUpAd(change: Partial<AdSpec>, acting = account) {
  const { groupId } = await setUpAdGroup({}, acting);
  const reference = `ad_${sequence}`;
  const spec = anAd(groupId, harness.landingUrl, harness.picture(`med_${sequence}`), {
    reference,
    ...change,
  });
  const { platformId } = await harness.platform.createAd(acting, spec);
  return { spec, platformId, ad: await loadFromTiktok("ad", platformId) };
}

describe("a campaign on TikTok", () => {
  it("has one optimized budget in riyals, and optimizes for purchases where a pixel counts them", async () => {
    const { campaignId, groupId } = await setUpAdGroup();
    expect(await loadFromTiktok("campaign", campaignId)).toMatchObject({
      budget: 150,
      budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
      budget_optimize_on: true,
      objective_type: "WEB_CONVERSIONS",
    });
    expect(await loadFromTiktok("adgroup", groupId)).toMatchObject({
      optimization_goal: "CONVERT",
      billing_event: "OCPM",
      bid_type: "BID_TYPE_NO_BID",
      pixel_id: account.pixelId,
      location_ids: ["102358"],
      age_groups: ["AGE_18_24", "AGE_25_34"],
      gender: "GENDER_FEMALE",
      smart_audience_enabled: false,
    });
    const [state] = await harness.platform.states(account, "campaign", [campaignId]);
    expect(state?.dailyBudget).toBe(15_000);
  });

  it("optimizes for clicks where no pixel counts purchases", async () => {
    const { campaignId, groupId } = await setUpAdGroup({}, { ...account, pixelId: null });
    expect((await loadFromTiktok("campaign", campaignId))?.objective_type).toBe("TRAFFIC");
    expect(await loadFromTiktok("adgroup", groupId)).toMatchObject({
      optimization_goal: "CLICK",
      billing_event: "CPC",
    });
  });

  it("shows ads at the chosen hours alone, and always again once they are removed", async () => {
    const sundayNights = planOfRuns([{ weekday: 0, from: 21, hours: 5 }]);
    const { campaign, campaignId, groupId } = await setUpAdGroup({ hours: sundayNights });
    // Monday's first two hours, and Sunday, the last day of TikTok's week, from nine on.
    const halves = `${"1".repeat(4)}${"0".repeat(6 * 48 + 42 - 4)}${"1".repeat(6)}`;
    expect((await loadFromTiktok("adgroup", groupId))?.dayparting).toBe(halves);
    await harness.platform.updateCampaign(account, campaignId, { ...campaign, hours: null });
    expect((await loadFromTiktok("adgroup", groupId))?.dayparting).toBe("1".repeat(336));
  });

  it("starts now if its start has passed; a future start can be moved", async () => {
    const started = await setUpAdGroup({ startsAt: hours(-48), endsAt: null });
    expect(await loadFromTiktok("adgroup", started.groupId)).toMatchObject({
      schedule_type: "SCHEDULE_FROM_NOW",
    });
    const ahead = await setUpAdGroup({ startsAt: hours(24), endsAt: hours(72) });
    expect(await loadFromTiktok("adgroup", ahead.groupId)).toMatchObject({
      schedule_type: "SCHEDULE_START_END",
      schedule_start_time: formatUtcText(hours(24)),
      schedule_end_time: formatUtcText(hours(72)),
    });
    const moved = { ...ahead.campaign, startsAt: hours(30), endsAt: null };
    await harness.platform.updateCampaign(account, ahead.campaignId, moved);
    expect(await loadFromTiktok("adgroup", ahead.groupId)).toMatchObject({
      schedule_type: "SCHEDULE_FROM_NOW",
      schedule_start_time: formatUtcText(hours(30)),
      // Fields that did not change are repeated, because an update replaces.
      gender: "GENDER_FEMALE",
      age_groups: ["AGE_18_24", "AGE_25_34"],
    });
  });

  it("applies a new cost per result to its ad groups, and refuses a new bidding strategy", async () => {
    const target = { biddingStrategy: "target_cpa" as const, targetCpa: accountMoney(30_00) };
    const { campaign, campaignId, groupId } = await setUpAdGroup(target);
    expect((await loadFromTiktok("adgroup", groupId))?.conversion_bid_price).toBe(30);
    await harness.platform.updateCampaign(account, campaignId, {
      ...campaign,
      targetCpa: accountMoney(25_50),
    });
    expect((await loadFromTiktok("adgroup", groupId))?.conversion_bid_price).toBe(25.5);
    const other = {
      ...campaign,
      name: "اسم آخر",
      biddingStrategy: "maximize_conversions" as const,
      targetCpa: null,
    };
    await expect(harness.platform.updateCampaign(account, campaignId, other)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:bidding_stays_there",
    });
    expect(String((await loadFromTiktok("campaign", campaignId))?.campaign_name)).not.toContain("اسم آخر");
  });

  it.each([
    [
      "a budget below 50 units of a dollar account",
      { dailyBudget: accountMoney(49_99) },
      "budget_below_minimum",
    ],
    [
      "a cost that is not below the budget",
      { biddingStrategy: "target_cpa" as const, targetCpa: accountMoney(150_00) },
      "target_cpa_out_of_range",
    ],
    ["bidding for value", { biddingStrategy: "maximize_conversion_value" as const }, "bidding_not_supported"],
  ])("refuses %s before sending anything", async (_name, change, key) => {
    const spec = aCampaign(now, { reference: "cmp_no", ...change });
    const refused = harness.platform.createCampaign({ ...account, currency: "USD" }, spec);
    await expect(refused).rejects.toMatchObject({ kind: "rejected", messageKey: `ad_accounts:${key}` });
  });
});

describe("an ad group on TikTok", () => {
  it.each([
    [
      "radii",
      { geoRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 10_000 }] },
      "radius_not_supported",
    ],
    [
      "excluded radii",
      { excludedRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 10_000 }] },
      "radius_not_supported",
    ],
    ["a range that cuts through an age group", { ageMax: 35 }, "ages_not_in_steps"],
    ["people under 18", { ageMin: 13 }, "age_too_young"],
    ["keywords", { keywords: ["عطور"] }, "keywords_not_supported"],
    ["desktops", { devices: ["desktop" as const] }, "device_not_supported"],
  ])("refuses %s before sending anything", async (_name, change, key) => {
    const spec = anAdGroup(aCampaign(now), "1790000000000000001", change);
    await expect(harness.platform.createAdGroup(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: `ad_accounts:${key}`,
    });
  });

  it("reaches whole age groups up to the open one, and expands its audience if allowed", async () => {
    const { group, groupId } = await setUpAdGroup();
    const wider = { ...group, ageMin: 45, ageMax: null, gender: "all" as const, optimizedTargeting: true };
    await harness.platform.updateAdGroup(account, groupId, wider);
    expect(await loadFromTiktok("adgroup", groupId)).toMatchObject({
      age_groups: ["AGE_45_54", "AGE_55_100"],
      gender: "GENDER_UNLIMITED",
      smart_audience_enabled: true,
      smart_interest_behavior_enabled: true,
    });
  });
});

describe("an ad on TikTok", () => {
  it("joins headline and text, and switches off TikTok's automatic changes", async () => {
    const { ad } = await setUpAd({ headline: "خصم", text: "على كل العطور", name: "إعلان 🔥 العطر" });
    expect(ad).toMatchObject({
      ad_text: "خصم — على كل العطور",
      ad_format: "CAROUSEL_ADS",
      music_id: expect.stringMatching(/^\d+$/) as string,
      call_to_action: "SHOP_NOW",
      identity_type: "TT_USER",
      dark_post_status: "ON",
      creative_authorized: false,
      promotional_music_disabled: true,
      dynamic_destination: "UNSET",
    });
    expect(ad?.ad_name).toBe(`إعلان العطر [ad_${sequence}]`);
  });

  it("leaves music and destination to TikTok if the merchant enabled enhancements", async () => {
    const { ad } = await setUpAd({ automaticEnhancements: true });
    expect(ad).not.toHaveProperty("promotional_music_disabled");
    expect(ad).not.toHaveProperty("dynamic_destination");
  });

  it("keeps an image's music when it changes", async () => {
    const { ad, spec, platformId } = await setUpAd({});
    await harness.platform.updateAd(account, platformId, { ...spec, headline: "عرض اليوم فقط" });
    expect(await loadFromTiktok("ad", platformId)).toMatchObject({
      music_id: ad?.music_id,
      image_ids: ad?.image_ids,
    });
  });

  it("needs a TikTok account: a custom identity is refused before any call", async () => {
    const named = { ...account, profileId: "CUSTOMIZED_USER:7200000000000000009" };
    const spec = anAd("1790000000000000002", harness.landingUrl, harness.picture("med_no"));
    await expect(harness.platform.createAd(named, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:no_public_profile",
    });
  });

  it("shows a video with the cover that TikTok generated, uploaded once for two ads", async () => {
    const video = aFile(aVideoBytes(), { reference: "med_film", kind: "video", mime: "video/mp4" });
    const { ad, spec, platformId } = await setUpAd({ media: video });
    expect(ad).toMatchObject({ ad_format: "SINGLE_VIDEO" });
    const [cover] = (ad?.image_ids ?? []) as string[];
    await harness.platform.updateAd(account, platformId, { ...spec, headline: "عرض اليوم فقط" });
    expect(await loadFromTiktok("ad", platformId)).toMatchObject({
      video_id: ad?.video_id,
      image_ids: [cover],
      ad_text: "عرض اليوم فقط",
    });
    const { ad: second } = await setUpAd({ media: video });
    expect(second).toMatchObject({ video_id: ad?.video_id, image_ids: [cover] });
  });

  it("reports why the review rejected it", async () => {
    const { platformId } = await setUpAd({ headline: "ربح مضمون" });
    const review = async () => (await harness.platform.states(account, "ad", [platformId]))[0]?.review;
    expect(await review()).toEqual({ outcome: "pending", reasons: [] });
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await review()).toEqual({
      outcome: "rejected",
      reasons: ["Misleading financial claims are not allowed."],
    });
  });

  it.each([
    ["emoji", { headline: "خصم 🔥" }, "letters_not_supported"],
    ["hash signs", { text: "#عطور" }, "letters_not_supported"],
    ["more than a hundred letters", { text: "ع".repeat(90) }, "text_too_long"],
    ["no file", { media: null }, "media_missing"],
  ])("refuses %s before sending anything", async (_name, change, key) => {
    const spec = anAd("1790000000000000002", harness.landingUrl, harness.picture("med_no"), change);
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: `ad_accounts:${key}`,
    });
  });
});
