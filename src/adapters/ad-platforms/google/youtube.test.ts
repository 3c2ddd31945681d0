import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdMedia,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { activateAd } from "../shared/testing/sandbox-context.ts";
import { aCampaign, anAd, anAdGroup, aVideo, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
});
afterAll(() => harness?.stop());

type Json = Record<string, unknown>;
const onYoutube = (change: Partial<CampaignSpec> = {}) => aCampaign({ placements: ["youtube"], ...change });
const rows = async (query: string) => (await harness.queryGoogle(account, query)) as Record<string, Json>[];

async function setUpGroup() {
  const spec = onYoutube({ objective: "traffic", startsAt: new Date(Date.now() - 86_400_000) });
  const { platformId: campaignId } = await harness.platform.createCampaign(account, spec);
  const group = anAdGroup(spec, campaignId, {
    geoRadii: [{ latitude: 24.7136, longitude: 46.6753, radiusMetres: 15_000 }],
    devices: ["mobile", "connected_tv"],
  });
  return { group, campaignId, ...(await harness.platform.createAdGroup(account, group)) };
}
const aVideoAd = (group: Awaited<ReturnType<typeof setUpGroup>>, media: AdMedia) =>
  anAd(group.group, group.platformId, { media, url: harness.landingUrl, text: "كل العطور بنصف السعر" });
type Received = { path: string; headers: Record<string, string> };
/** How many uploads were started. */
const countUploads = async () =>
  (await harness.sandbox.control<Received[]>("received?vendor=google&limit=2000")).filter(
    ({ path }) => path.includes("youTubeVideoUploads:create") && !path.includes("upload_id="),
  ).length;
const finishProcessing = () => harness.sandbox.control("clock", { step: "PT5M" });

describe("YouTube", () => {
  it("is a Demand Gen campaign whose ad groups choose YouTube's placements and nothing else", async () => {
    const { campaignId, platformId } = await setUpGroup();
    const [row] = await rows(
      `SELECT campaign.advertising_channel_type, campaign.demand_gen_campaign_settings.upgraded_targeting, ad_group.type, ad_group.optimized_targeting_enabled, ad_group.demand_gen_ad_group_settings.channel_controls.selected_channels.youtube_shorts, ad_group.demand_gen_ad_group_settings.channel_controls.selected_channels.gmail FROM ad_group WHERE ad_group.id = ${platformId}`,
    );
    expect(row?.campaign).toMatchObject({
      advertisingChannelType: "DEMAND_GEN",
      demandGenCampaignSettings: { upgradedTargeting: false },
    });
    expect(row?.adGroup).not.toHaveProperty("type");
    expect(row?.adGroup).toMatchObject({
      optimizedTargetingEnabled: false,
      demandGenAdGroupSettings: {
        channelControls: { selectedChannels: { youtubeShorts: true, gmail: false } },
      },
    });
    const places = await rows(
      `SELECT campaign_criterion.proximity.radius FROM campaign_criterion WHERE campaign.id = ${campaignId} AND campaign_criterion.type = 'PROXIMITY'`,
    );
    expect(places.map((one) => one.campaignCriterion?.proximity)).toEqual([{ radius: 15 }]);
  });

  it.each([
    [{ biddingStrategy: "target_cpa", targetCpa: accountMoney(20_00) }, "TARGET_CPA"],
    [{ biddingStrategy: "target_roas", targetRoas: 20_000 }, "TARGET_ROAS"],
    [{ biddingStrategy: "maximize_conversions", objective: "sales" }, "MAXIMIZE_CONVERSIONS"],
  ] as const)("bids as its spec says: %o", async (change, type) => {
    const { platformId } = await harness.platform.createCampaign(account, onYoutube(change));
    const [row] = await rows(
      `SELECT campaign.bidding_strategy_type FROM campaign WHERE campaign.id = ${platformId}`,
    );
    expect(row?.campaign?.biddingStrategyType).toBe(type);
  });

  it("takes no keywords", async () => {
    const spec = onYoutube();
    const { platformId } = await harness.platform.createCampaign(account, spec);
    const refused = harness.platform.createAdGroup(
      account,
      anAdGroup(spec, platformId, { keywords: ["عطور"] }),
    );
    await expect(refused).rejects.toMatchObject({ messageKey: "ad_accounts:keywords_not_supported" });
  });
});

describe("a video ad", () => {
  it("waits until YouTube has processed the video, uploads it once, then is shown and billed", async () => {
    const group = await setUpGroup();
    const spec = aVideoAd(group, aVideo("med_once"));
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({
      kind: "later",
      retryAfterSeconds: 20,
    });
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({ kind: "later" });
    await finishProcessing();
    const { platformId } = await harness.platform.createAd(account, spec);
    expect(await countUploads()).toBe(1);
    expect(await rows("SELECT you_tube_video_upload.state FROM you_tube_video_upload")).toHaveLength(1);
    const ids = { campaign: group.campaignId, ad_group: group.platformId, ad: platformId };
    await activateAd(harness.platform, account, ids);
    await harness.sandbox.control("clock", { step: "P1D" });
    const [row] = await rows(
      `SELECT metrics.impressions FROM campaign WHERE campaign.id = ${group.campaignId}`,
    );
    expect(Number(row?.metrics?.impressions)).toBeGreaterThan(0);
  });

  it("without a YouTube id yet is not uploaded again, by any process and for any ad", async () => {
    const group = await setUpGroup();
    const video = aVideo("med_unnamed");
    const before = await countUploads();
    for (const reference of ["ad_unnamed_1", "ad_unnamed_1", "ad_unnamed_2"])
      await expect(
        harness.makeFreshAdapter().createAd(account, { ...aVideoAd(group, video), reference }),
      ).rejects.toMatchObject({ kind: "later" });
    await harness.sandbox.control("clock", { step: "PT1M" }); // has an id, still processing
    await expect(harness.makeFreshAdapter().createAd(account, aVideoAd(group, video))).rejects.toMatchObject({
      kind: "later",
    });
    await finishProcessing();
    await harness.makeFreshAdapter().createAd(account, aVideoAd(group, video));
    await harness.makeFreshAdapter().createAd(account, aVideoAd(group, video));
    expect(await countUploads()).toBe(before + 1);
    expect(await account.uploads.find("med_unnamed")).toBeNull();
  });

  it("whose upload failed is uploaded again on the next attempt", async () => {
    const group = await setUpGroup();
    await account.uploads.save("med_lost", `customers/${account.adAccountId}/youTubeVideoUploads/1`);
    const spec = aVideoAd(group, aVideo("med_lost"));
    const before = await countUploads();
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({ kind: "later" });
    expect(await countUploads()).toBe(before);
    await account.uploads.forget("med_lost");
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({ kind: "later" });
    expect(await countUploads()).toBe(before + 1);
  });

  it("carries the texts, the account's logo and a button, and switches off Google's automatic changes", async () => {
    const group = await setUpGroup();
    const spec = aVideoAd(group, aVideo("med_words"));
    await harness.platform.createAd(account, spec).catch(() => undefined);
    await finishProcessing();
    const { platformId } = await harness.platform.createAd(account, spec);
    const read = async () =>
      (
        await rows(
          `SELECT ad_group_ad.ad.demand_gen_video_responsive_ad.headlines, ad_group_ad.ad.demand_gen_video_responsive_ad.long_headlines, ad_group_ad.ad.demand_gen_video_responsive_ad.logo_images, ad_group_ad.ad.demand_gen_video_responsive_ad.call_to_actions, ad_group_ad.ad.demand_gen_video_responsive_ad.business_name, ad_group_ad.ad_group_ad_asset_automation_settings FROM ad_group_ad WHERE ad_group_ad.ad.id = ${platformId.split("~")[1]}`,
        )
      )[0]?.adGroupAd as {
        ad: { demandGenVideoResponsiveAd: Record<string, unknown[]> };
        adGroupAdAssetAutomationSettings: Json[];
      };
    const first = await read();
    expect(first.ad.demandGenVideoResponsiveAd).toMatchObject({
      headlines: [{ text: spec.headline }, ...spec.moreHeadlines.map((text) => ({ text }))],
      longHeadlines: [{ text: spec.text }],
      businessName: { text: "متجر نورة" },
    });
    expect(first.ad.demandGenVideoResponsiveAd.logoImages).toHaveLength(1);
    expect(
      first.adGroupAdAssetAutomationSettings.every((one) => one.assetAutomationStatus === "OPTED_OUT"),
    ).toBe(true);
    await harness.platform.updateAd(account, platformId, {
      ...spec,
      headline: "اسم آخر",
      callToAction: "learn_more",
      automaticEnhancements: true,
    });
    const second = await read();
    expect(second.ad.demandGenVideoResponsiveAd.headlines?.[0]).toEqual({ text: "اسم آخر" });
    expect(second.ad.demandGenVideoResponsiveAd.callToActions).not.toEqual(
      first.ad.demandGenVideoResponsiveAd.callToActions,
    );
    expect(
      second.adGroupAdAssetAutomationSettings.every((one) => one.assetAutomationStatus === "OPTED_IN"),
    ).toBe(true);
  });

  it("is refused when YouTube refuses the file", async () => {
    const group = await setUpGroup();
    const spec = aVideoAd(group, aVideo("med_broken", Buffer.from("no video at all")));
    await harness.platform.createAd(account, spec).catch(() => undefined);
    await finishProcessing();
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:media_refused",
    });
  });

  it("is uploaded in chunks when it is large", async () => {
    const group = await setUpGroup();
    const long = Buffer.alloc(21 * 1024 * 1024);
    // The header comes first; what follows is only padding.
    const mp4Header: Buffer[] = [];
    for await (const part of await aVideo("med_long").open()) mp4Header.push(part as Buffer);
    Buffer.concat(mp4Header).copy(long);
    const spec = aVideoAd(group, aVideo("med_long", long));
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({ kind: "later" });
    await finishProcessing();
    await expect(harness.platform.createAd(account, spec)).resolves.toHaveProperty("platformId");
  });

  it("cannot be created without a logo in the account, nor without a video", async () => {
    const group = await setUpGroup();
    const { seeded } = await harness.openAccount();
    const clients = (await harness.queryGoogle(
      {
        ...account,
        accessToken: seeded.access_token,
        organizationId: seeded.login_customer_id,
        adAccountId: seeded.login_customer_id,
      },
      "SELECT customer_client.id FROM customer_client WHERE customer_client.manager = FALSE",
    )) as { customerClient: { id: string } }[];
    const bare =
      clients.map(({ customerClient }) => customerClient.id).find((id) => id !== seeded.customer_id) ?? "";
    const withoutLogo = {
      ...account,
      accessToken: seeded.access_token,
      organizationId: seeded.login_customer_id,
      adAccountId: bare,
    };
    await expect(
      harness.platform.createAd(withoutLogo, aVideoAd(group, aVideo("med_1"))),
    ).rejects.toMatchObject({
      messageKey: "ad_accounts:logo_missing",
    });
    const wordsOnly = anAd(group.group, group.platformId);
    await expect(harness.platform.createAd(account, wordsOnly)).rejects.toMatchObject({
      messageKey: "ad_accounts:media_missing",
    });
  });
});
