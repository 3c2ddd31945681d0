import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import { planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { activateAd } from "../shared/testing/sandbox-context.ts";
import { aCampaign, anAd, anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
});
afterAll(() => harness?.stop());

type Json = Record<string, unknown>;

async function setUpCampaign(change: Partial<CampaignSpec> = {}) {
  const spec = aCampaign(change);
  return { spec, ...(await harness.platform.createCampaign(account, spec)) };
}
async function setUpGroup(change: Partial<AdGroupSpec> = {}, campaign: Partial<CampaignSpec> = {}) {
  const { spec, platformId: campaignId } = await setUpCampaign(campaign);
  const group = anAdGroup(spec, campaignId, change);
  return { group, campaignId, ...(await harness.platform.createAdGroup(account, group)) };
}
const loadRow = async (query: string) =>
  (await harness.queryGoogle(account, query))[0] as Record<string, Json>;
const rows = async (query: string) => (await harness.queryGoogle(account, query)) as Record<string, Json>[];

describe("a campaign on Google Search", () => {
  const loadCampaign = async (id: string) =>
    (await loadRow(
      `SELECT campaign.name, campaign.status, campaign.start_date_time, campaign.end_date_time, campaign.bidding_strategy_type, campaign.maximize_conversions.target_cpa_micros, campaign.maximize_conversion_value.target_roas, campaign.network_settings.target_search_network, campaign.contains_eu_political_advertising, campaign_budget.amount_micros, campaign_budget.explicitly_shared FROM campaign WHERE campaign.id = ${id}`,
    )) as { campaign: Json; campaignBudget: Json };

  it("is created in one request with its budget and the label that identifies it", async () => {
    const { spec, platformId } = await setUpCampaign({
      biddingStrategy: "target_cpa",
      targetCpa: accountMoney(15_00),
    });
    const { campaign, campaignBudget } = await loadCampaign(platformId);
    expect(campaignBudget).toMatchObject({ amountMicros: "150000000", explicitlyShared: false });
    expect(campaign).toMatchObject({
      name: spec.name,
      status: "PAUSED",
      maximizeConversions: { targetCpaMicros: "15000000" },
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
    });
    const labels = await rows(`SELECT label.name FROM campaign_label WHERE campaign.id = ${platformId}`);
    expect(labels.map((row) => row.label?.name)).toEqual([`rawaj ${spec.reference}`]);
  });

  it.each([
    [{ biddingStrategy: "maximize_conversions", objective: "sales" }, "MAXIMIZE_CONVERSIONS"],
    [{ biddingStrategy: "maximize_conversions", objective: "traffic" }, "TARGET_SPEND"],
    [{ biddingStrategy: "maximize_conversion_value" }, "MAXIMIZE_CONVERSION_VALUE"],
    [{ biddingStrategy: "target_roas", targetRoas: 35_000 }, "MAXIMIZE_CONVERSION_VALUE"],
  ] as const)("bids as its spec says: %o", async (change, type) => {
    const { platformId } = await setUpCampaign(change);
    const { campaign } = await loadCampaign(platformId);
    expect(campaign.biddingStrategyType).toBe(type);
    if ("targetRoas" in change) expect(campaign.maximizeConversionValue).toEqual({ targetRoas: 3.5 });
  });

  it("maximizes clicks where the account measures no conversions, and refuses strategies that need them", async () => {
    const unmeasured = { ...account, pixelId: null };
    const { platformId } = await harness.platform.createCampaign(unmeasured, aCampaign());
    expect((await loadCampaign(platformId)).campaign.biddingStrategyType).toBe("TARGET_SPEND");
    const value = harness.platform.createCampaign(
      unmeasured,
      aCampaign({ biddingStrategy: "maximize_conversion_value" }),
    );
    await expect(value).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:bidding_needs_pixel",
    });
  });

  it("shows ads at the chosen hours alone: a night over midnight is two intervals", async () => {
    const loadSchedule = async (id: string) =>
      (
        await rows(
          `SELECT campaign_criterion.ad_schedule.day_of_week, campaign_criterion.ad_schedule.start_hour, campaign_criterion.ad_schedule.end_hour FROM campaign_criterion WHERE campaign.id = ${id} AND campaign_criterion.type = 'AD_SCHEDULE'`,
        )
      )
        .map((row) => row.campaignCriterion?.adSchedule as Json)
        .map(({ dayOfWeek, startHour = 0, endHour = 0 }) => `${dayOfWeek} ${startHour}-${endHour}`)
        .sort();
    const night = { weekday: 0, from: 21, hours: 5 };
    const { spec, platformId } = await setUpCampaign({ hours: planOfRuns([night]) });
    expect(await loadSchedule(platformId)).toEqual(["MONDAY 0-2", "SUNDAY 21-24"]);
    const longer = {
      ...spec,
      hours: planOfRuns([
        { ...night, hours: 3 },
        { weekday: 5, from: 16, hours: 2 },
      ]),
    };
    await harness.platform.updateCampaign(account, platformId, longer);
    expect(await loadSchedule(platformId)).toEqual(["FRIDAY 16-18", "SUNDAY 21-24"]);
    await harness.platform.updateCampaign(account, platformId, { ...spec, hours: null });
    expect(await loadSchedule(platformId)).toEqual([]);
  });

  it("refuses more than six intervals on one day before sending", async () => {
    const runs = [0, 3, 6, 9, 12, 15, 18].map((from) => ({ weekday: 0, from, hours: 1 }));
    await expect(setUpCampaign({ hours: planOfRuns(runs) })).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:hours_too_many_spans",
    });
  });

  it("runs by whole days of the account's time", async () => {
    const { platformId } = await setUpCampaign({
      startsAt: new Date("2036-12-01T09:00:00Z"),
      endsAt: new Date("2036-12-20T21:00:00Z"), // midnight in Riyadh: the end of the previous day
    });
    expect((await loadCampaign(platformId)).campaign).toMatchObject({
      startDateTime: "2036-12-01 00:00:00",
      endDateTime: "2036-12-20 23:59:59",
    });
  });

  it("moves a start that is in the future, and does not change one that has passed", async () => {
    const { spec, platformId } = await setUpCampaign({ startsAt: new Date("2036-12-01T09:00:00Z") });
    const later = { ...spec, startsAt: new Date("2036-12-05T09:00:00Z") };
    await harness.platform.updateCampaign(account, platformId, later);
    expect((await loadCampaign(platformId)).campaign.startDateTime).toBe("2036-12-05 00:00:00");
    const started = await setUpCampaign({ startsAt: new Date(Date.now() - 86_400_000) });
    const renamed = { ...started.spec, name: `بعد البدء ${started.platformId}` };
    await harness.platform.updateCampaign(account, started.platformId, renamed);
    expect((await loadCampaign(started.platformId)).campaign.name).toBe(renamed.name);
  });

  it("keeps the merchant's name, with our reference appended where another campaign has the same name", async () => {
    const first = await setUpCampaign({ name: "اسم واحد" });
    const second = await setUpCampaign({ name: "اسم واحد" });
    expect((await loadCampaign(first.platformId)).campaign.name).toBe("اسم واحد");
    expect((await loadCampaign(second.platformId)).campaign.name).toBe(`اسم واحد [${second.spec.reference}]`);
    await harness.platform.updateCampaign(account, second.platformId, second.spec);
    expect((await loadCampaign(second.platformId)).campaign.name).toContain(second.spec.reference);
  });

  it("can be created again under its reference after it was removed", async () => {
    const { spec, platformId } = await setUpCampaign();
    await harness.platform.remove(account, "campaign", platformId);
    const again = await harness.platform.createCampaign(account, spec);
    expect(again.platformId).not.toBe(platformId);
    expect((await harness.platform.find(account, "campaign", spec.reference, null))?.platformId).toBe(
      again.platformId,
    );
  });

  it("reports its daily budget as Google holds it", async () => {
    const { platformId } = await setUpCampaign({ dailyBudget: accountMoney(99_00) });
    const [state] = await harness.platform.states(account, "campaign", [platformId]);
    expect(state).toMatchObject({ status: "paused", dailyBudget: 99_00 });
  });
});

describe("an ad group on Google Search", () => {
  const onGroup = async (id: string) =>
    (
      await rows(
        `SELECT ad_group_criterion.type, ad_group_criterion.negative, ad_group_criterion.age_range.type, ad_group_criterion.gender.type, ad_group_criterion.keyword.text FROM ad_group_criterion WHERE ad_group.id = ${id}`,
      )
    ).map(
      (row) => row.adGroupCriterion as { negative?: boolean; ageRange?: Json; gender?: Json; keyword?: Json },
    );
  const onCampaign = async (id: string) =>
    (
      await rows(
        `SELECT campaign_criterion.type, campaign_criterion.bid_modifier, campaign_criterion.device.type, campaign_criterion.location.geo_target_constant, campaign_criterion.proximity.radius FROM campaign_criterion WHERE campaign.id = ${id}`,
      )
    ).map(
      (row) =>
        row.campaignCriterion as { bidModifier?: number; device?: Json; location?: Json; proximity?: Json },
    );

  it("excludes the ages and the gender that were not chosen, and those unknown to Google", async () => {
    const { platformId } = await setUpGroup({ ageMin: 25, ageMax: 44, gender: "female" });
    const criteria = await onGroup(platformId);
    const ages = criteria.flatMap(({ ageRange }) => ageRange?.type ?? []);
    expect(ages.toSorted()).toEqual([
      "AGE_RANGE_18_24",
      "AGE_RANGE_45_54",
      "AGE_RANGE_55_64",
      "AGE_RANGE_65_UP",
      "AGE_RANGE_UNDETERMINED",
    ]);
    expect(criteria.flatMap(({ gender }) => gender?.type ?? []).toSorted()).toEqual(["MALE", "UNDETERMINED"]);
    expect(
      criteria.filter(({ ageRange, gender }) => ageRange ?? gender).every(({ negative }) => negative),
    ).toBe(true);
  });

  it.each([
    [{ ageMin: 13, ageMax: 34 }, "age_too_young"],
    [{ ageMin: 18, ageMax: 49 }, "ages_not_in_steps"],
    [{ ageMin: 20, ageMax: 34 }, "ages_not_in_steps"],
    [{ geoRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 900_000 }] }, "radius_out_of_range"],
    [
      { excludedRadii: [{ latitude: 24.7, longitude: 46.7, radiusMetres: 9_000 }] },
      "exclusion_not_supported",
    ],
    [{ devices: ["connected_tv"] }, "device_not_supported"],
    [{ keywords: [] }, "keywords_out_of_range"],
    [{ keywords: ["ع".repeat(81)] }, "keyword_too_long"],
    [{ keywords: ["عطور!"] }, "keyword_not_accepted"],
    [{ keywords: ["ع ع ع ع ع ع ع ع ع ع ع"] }, "keyword_not_accepted"],
  ] as const)("is refused before it is sent with %o", async (change, key) => {
    const { spec, platformId } = await setUpCampaign();
    const before = (await harness.listSentChanges()).length;
    const refused = harness.platform.createAdGroup(account, anAdGroup(spec, platformId, change as never));
    await expect(refused).rejects.toMatchObject({ kind: "rejected", messageKey: `ad_accounts:${key}` });
    expect(await harness.listSentChanges()).toHaveLength(before);
  });

  it("sets its radii and devices on the campaign, and removes them again", async () => {
    const geoRadius = { latitude: 24.7136, longitude: 46.6753, radiusMetres: 12_500 };
    const { group, campaignId, platformId } = await setUpGroup({
      geoRadii: [geoRadius],
      devices: ["mobile"],
    });
    const first = await onCampaign(campaignId);
    expect(first.flatMap(({ proximity }) => proximity?.radius ?? [])).toEqual([12.5]);
    expect(
      first.filter(({ device }) => device).map(({ device, bidModifier }) => [device?.type, bidModifier]),
    ).toEqual([
      ["DESKTOP", 0],
      ["TABLET", 0],
    ]);
    await harness.platform.updateAdGroup(account, platformId, { ...group, geoRadii: [], devices: [] });
    const second = await onCampaign(campaignId);
    expect(second.flatMap(({ location }) => location?.geoTargetConstant ?? [])).toEqual([
      "geoTargetConstants/2682",
    ]);
    expect(second.filter(({ proximity }) => proximity)).toEqual([]);
    expect(second.filter(({ device }) => device).map(({ bidModifier }) => bidModifier)).toEqual([1, 1]);
  });

  it("is refused if its locations differ from those of another ad group in the campaign", async () => {
    const { group, campaignId } = await setUpGroup();
    const same = anAdGroup(group.campaign, campaignId);
    await harness.platform.createAdGroup(account, same);
    const elsewhere = anAdGroup(group.campaign, campaignId, {
      geoRadii: [{ latitude: 21.5, longitude: 39.2, radiusMetres: 20_000 }],
    });
    await expect(harness.platform.createAdGroup(account, elsewhere)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:places_shared_in_campaign",
    });
  });

  it("changes its keywords one by one", async () => {
    const { group, platformId } = await setUpGroup({ keywords: ["عطور", "بخور"] });
    await harness.platform.updateAdGroup(account, platformId, {
      ...group,
      keywords: ["بخور", "عود  كمبودي", "عود كمبودي"],
    });
    const keywords = (await onGroup(platformId)).flatMap(({ keyword }) => keyword?.text ?? []);
    expect(keywords.toSorted()).toEqual(["بخور", "عود كمبودي"]);
  });
});

describe("an ad on Google Search", () => {
  const loadAd = async (id: string) =>
    (
      await loadRow(
        `SELECT ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions FROM ad_group_ad WHERE ad_group_ad.ad.id = ${id.split("~")[1]}`,
      )
    ).adGroupAd as {
      ad: {
        finalUrls: string[];
        responsiveSearchAd: { headlines: { text: string }[]; descriptions: { text: string }[] };
      };
    };

  it("is built from its headlines and descriptions, and changed in place", async () => {
    const { group, platformId: groupId } = await setUpGroup();
    const spec = anAd(group, groupId);
    const { platformId } = await harness.platform.createAd(account, spec);
    const { ad } = await loadAd(platformId);
    expect(ad.finalUrls).toEqual([spec.url]);
    expect(ad.responsiveSearchAd.headlines.map(({ text }) => text)).toEqual([
      spec.headline,
      ...spec.moreHeadlines,
    ]);
    const changed = {
      ...spec,
      url: "https://store.example/t/87654321",
      moreDescriptions: ["نص آخر", "ونص ثالث"],
    };
    await harness.platform.updateAd(account, platformId, changed);
    const after = (await loadAd(platformId)).ad;
    expect(after.finalUrls).toEqual([changed.url]);
    expect(after.responsiveSearchAd.descriptions).toHaveLength(3);
  });

  it.each([
    [{ moreHeadlines: ["واحد فقط"] }, "headlines_out_of_range"],
    [{ moreHeadlines: ["عطور", "ع".repeat(31)] }, "headline_too_long"],
    [{ moreDescriptions: [] }, "descriptions_out_of_range"],
    [{ moreDescriptions: ["ع".repeat(91)] }, "description_too_long"],
  ])("is refused before it is sent with %o", async (change, key) => {
    const { group, platformId } = await setUpGroup();
    const refused = harness.platform.createAd(account, anAd(group, platformId, change));
    await expect(refused).rejects.toMatchObject({ kind: "rejected", messageKey: `ad_accounts:${key}` });
  });

  it("reports the review's result by the policy's name", async () => {
    const { group, platformId: groupId } = await setUpGroup();
    const spec = anAd(group, groupId, { headline: "ربح مضمون" });
    const { platformId } = await harness.platform.createAd(account, spec);
    await harness.sandbox.control("clock", { step: "PT10M" });
    const [state] = await harness.platform.states(account, "ad", [platformId]);
    expect(state?.review).toEqual({
      outcome: "rejected",
      reasons: ["Misleading financial claims are not allowed."],
    });
  });

  it("counts as deleted when its campaign is", async () => {
    const { group, campaignId, platformId: groupId } = await setUpGroup();
    const { platformId } = await harness.platform.createAd(account, anAd(group, groupId));
    await harness.platform.remove(account, "campaign", campaignId);
    const states = [
      ...(await harness.platform.states(account, "ad", [platformId])),
      ...(await harness.platform.states(account, "ad_group", [groupId])),
    ];
    expect(states.map(({ status }) => status)).toEqual(["deleted", "deleted"]);
  });
});

describe("figures", () => {
  it("arrive page by page, with the same total whatever the page size is", async () => {
    const {
      group,
      campaignId,
      platformId: groupId,
    } = await setUpGroup({}, { objective: "traffic", startsAt: new Date(Date.now() - 86_400_000) });
    const { platformId } = await harness.platform.createAd(
      account,
      anAd(group, groupId, { url: harness.landingUrl }),
    );
    const ids = { campaign: campaignId, ad_group: groupId, ad: platformId };
    await activateAd(harness.platform, account, ids);
    await harness.sandbox.control("clock", { step: "P1D" });
    const now = new Date((await harness.sandbox.control<{ now: string }>("clock")).now);
    const read = async () => {
      const pages: number[] = [];
      let spend = 0;
      const figuresQuery = {
        platformCampaignIds: [campaignId],
        from: new Date(now.getTime() - 3 * 86_400_000),
        to: now,
      };
      for await (const page of harness.platform.readFigures(account, { ...figuresQuery, grain: "hour" })) {
        pages.push(page.length);
        spend += page.reduce((sum, figures) => sum + figures.spend, 0);
      }
      return { pages, spend };
    };
    const whole = await read();
    await harness.sandbox.control("google/paging", { rows: 5 });
    const paged = await read();
    expect(whole.pages).toHaveLength(1);
    expect(paged.pages.length).toBeGreaterThan(3);
    expect(paged.spend).toBe(whole.spend);
    expect(whole.spend).toBeGreaterThan(0);
    await harness.sandbox.control("google/paging", { rows: 10_000 });
  });
});
