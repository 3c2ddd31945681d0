import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../shared/field-table.ts";
import {
  aBudget,
  aCampaign,
  aCriterion,
  aDemandGenCampaign,
  anAdGroup,
  aSearchAd,
  codesIn,
  type Harness,
  makeTree,
  openHarness,
  placesIn,
} from "./testing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

let lastNumber = 0;
const freshName = () => `حملة ${++lastNumber}`;
const campaignWith = (change: Json) => [
  aBudget(harness),
  aCampaign(harness, { name: freshName(), ...change }),
];
const budgetWith = (change: Json) => [aBudget(harness, change)];

describe("one request for everything", () => {
  it("creates a tree with temporary names, and returns the real ones in order", async () => {
    const tree = await makeTree(harness, { name: freshName() });
    expect(tree.campaign).toMatch(/^customers\/\d{10}\/campaigns\/\d+$/);
    expect(tree.ad).toMatch(/\/adGroupAds\/\d+~\d+$/);
    const { rows } = await harness.gaql(
      `SELECT campaign.id, campaign.campaign_budget, campaign_budget.amount_micros FROM campaign WHERE campaign.resource_name = '${tree.campaign}'`,
    );
    expect(rows[0]).toMatchObject({
      campaign: { campaignBudget: tree.budget },
      campaignBudget: { amountMicros: "50000000" },
    });
  });

  it("applies nothing when one operation fails, and names its location", async () => {
    const name = freshName();
    const { codes, reply } = await harness.mutate([
      aBudget(harness),
      aCampaign(harness, { name }),
      aCampaign(harness, { name, resourceName: harness.named("campaigns", -5) }),
    ]);
    expect(codes).toContain("campaignError.DUPLICATE_CAMPAIGN_NAME");
    expect(placesIn(reply.body)).toContain("mutate_operations[2].campaign_operation.create.name");
    const { rows } = await harness.gaql(`SELECT campaign.id FROM campaign WHERE campaign.name = '${name}'`);
    expect(rows).toEqual([]);
  });

  it("applies the valid operations when partial failure is allowed", async () => {
    const { names, codes, reply } = await harness.mutate(
      [
        aBudget(harness),
        aBudget(harness, { resourceName: harness.named("campaignBudgets", -9), amountMicros: "1" }),
      ],
      { partialFailure: true },
    );
    expect(reply.status).toBe(200);
    expect([names[0] !== "", names[1]]).toEqual([true, ""]);
    expect(codes).toEqual(["campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"]);
  });

  it("creates nothing with validateOnly", async () => {
    const name = freshName();
    const { reply } = await harness.mutate([aBudget(harness), aCampaign(harness, { name })], {
      validateOnly: true,
    });
    expect(reply.body).toEqual({});
    expect(
      (await harness.gaql(`SELECT campaign.id FROM campaign WHERE campaign.name = '${name}'`)).rows,
    ).toEqual([]);
  });

  it("refuses temporary ids used twice or before their creation, and real ones in a create", async () => {
    expect((await harness.mutate([aBudget(harness), aBudget(harness)])).codes).toEqual([
      "newResourceCreationError.DUPLICATE_TEMP_IDS",
    ]);
    expect((await harness.mutate([aCampaign(harness, { name: freshName() })])).codes).toEqual([
      "mutateError.RESOURCE_NOT_FOUND",
    ]);
    const real = aBudget(harness, { resourceName: harness.named("campaignBudgets", 7) });
    expect((await harness.mutate([real])).codes).toEqual([
      "newResourceCreationError.CANNOT_SET_ID_FOR_CREATE",
    ]);
  });
});

describe("fields", () => {
  it("that are unknown get a BadRequest without a GoogleAdsFailure", async () => {
    const { reply, codes } = await harness.mutate(budgetWith({ colour: "green" }));
    expect(reply.status).toBe(400);
    expect(codes).toEqual([]);
    expect(JSON.stringify(reply.body)).toContain('Unknown name \\"colour\\"');
  });

  it.each([
    ["an enum in small letters", { status: "paused" }],
    ["two ways of bidding", { targetSpend: {} }],
    ["text for a number", { maximizeConversions: { targetCpaMicros: "many" } }],
  ])("refuse %s", async (_what, change) => {
    const { reply } = await harness.mutate(campaignWith(change));
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain("google.rpc.BadRequest");
  });

  it("may be written in either spelling", async () => {
    const snake = {
      campaign_budget_operation: { create: { amount_micros: 50_000_000, explicitly_shared: false } },
    };
    expect((await harness.mutate([snake])).codes).toEqual([]);
  });

  it("that only Google writes are refused in a create", async () => {
    expect((await harness.mutate(budgetWith({ id: "5" }))).codes).toEqual(["fieldError.IMMUTABLE_FIELD"]);
  });
});

describe("a budget", () => {
  it("below the currency's minimum is refused with the minimum in the details", async () => {
    const { codes, reply } = await harness.mutate(budgetWith({ amountMicros: "3990000" }));
    expect(codes).toEqual(["campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM"]);
    expect(JSON.stringify(reply.body)).toContain(
      '"budgetPerDayMinimumMicros":"4000000","minimumBudgetAmountMicros"',
    );
    expect((await harness.mutate(budgetWith({ amountMicros: "4000000" }))).codes).toEqual([]);
  });

  it("is shared unless it says otherwise, and a Demand Gen campaign accepts no shared one", async () => {
    const shared = aBudget(harness, { explicitlyShared: undefined, name: freshName() });
    const { codes } = await harness.mutate([shared, aDemandGenCampaign(harness, { name: freshName() })]);
    expect(codes).toEqual(["campaignError.CAMPAIGN_CANNOT_USE_SHARED_BUDGET"]);
  });

  it("of one campaign cannot be used by a second one, and is not removed while in use", async () => {
    const { budget } = await makeTree(harness, { name: freshName() });
    const second = aCampaign(harness, { name: freshName(), campaignBudget: budget });
    expect((await harness.mutate([second])).codes).toEqual([
      "campaignBudgetError.CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS",
    ]);
    expect((await harness.mutate([{ campaignBudgetOperation: { remove: budget } }])).codes).toEqual([
      "campaignBudgetError.CAMPAIGN_BUDGET_IN_USE",
    ]);
  });
});

describe("a campaign", () => {
  it.each([
    [
      "no declaration on EU politics",
      { containsEuPoliticalAdvertising: undefined },
      "mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
    ],
    ["no way of bidding", { maximizeConversions: undefined }, "fieldError.REQUIRED"],
    [
      "a way of bidding of another kind",
      { maximizeConversions: undefined, targetCpa: { targetCpaMicros: "10000000" } },
      "biddingError.CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY",
    ],
    [
      "a target of broken coins",
      { maximizeConversions: { targetCpaMicros: "10000001" } },
      "biddingError.BID_TOO_MANY_FRACTIONAL_DIGITS",
    ],
    [
      "a start in the past",
      { startDateTime: "2026-11-20 00:00:00" },
      "campaignError.CANNOT_SET_DATE_TO_PAST",
    ],
    [
      "a start within a day",
      { startDateTime: "2026-11-25 10:00:00" },
      "dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY",
    ],
    [
      "an end within a day",
      { endDateTime: "2026-11-25 10:00:00" },
      "dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY",
    ],
    [
      "a time with an offset",
      { startDateTime: "2026-11-25T00:00:00+03:00" },
      "dateError.INVALID_STRING_DATE_TIME_SECONDS",
    ],
    [
      "a day that never comes",
      { startDateTime: "2026-11-31 00:00:00" },
      "dateError.INVALID_FIELD_VALUES_IN_DATE_TIME",
    ],
    ["an empty name", { name: " " }, "stringLengthError.EMPTY"],
    ["a name of 256 bytes", { name: `${"ع".repeat(127)}ab` }, "stringLengthError.TOO_LONG"],
    ["the kind VIDEO", { advertisingChannelType: "VIDEO" }, "mutateError.MUTATE_NOT_ALLOWED"],
    ["the status REMOVED", { status: "REMOVED" }, "fieldError.INVALID_VALUE"],
    ["no network", { networkSettings: {} }, "campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK"],
  ])("is refused with %s", async (_what, change, code) => {
    expect((await harness.mutate(campaignWith(change))).codes).toEqual([code]);
  });

  it("starts today and is enabled by default", async () => {
    const { names } = await harness.mutate(campaignWith({ status: undefined }));
    const { rows } = await harness.gaql(
      `SELECT campaign.status, campaign.start_date_time FROM campaign WHERE campaign.resource_name = '${names[1]}'`,
    );
    expect(rows[0]?.campaign).toMatchObject({ status: "ENABLED", startDateTime: "2026-11-21 00:00:00" });
  });

  it("that bids for conversions needs an account with a conversion action", async () => {
    const other = await openHarness("noura");
    const accounts = await other.call("POST", `/v25/customers/${other.login_customer_id}/googleAds:search`, {
      query:
        "SELECT customer_client.id FROM customer_client WHERE customer_client.level = 1 ORDER BY customer_client.id",
    });
    const ids = (accounts.body.results as { customerClient: { id: string } }[]).map(
      (row) => row.customerClient.id,
    );
    const unmeasured = ids.find((id) => id !== other.customer_id) ?? "";
    const swapped = JSON.parse(
      JSON.stringify([aBudget(other), aCampaign(other)]).replaceAll(other.customer_id, unmeasured),
    );
    const reply = await other.call("POST", `/v25/customers/${unmeasured}/googleAds:mutate`, {
      mutateOperations: swapped,
    });
    expect(codesIn(reply.body)).toEqual(["campaignError.CONVERSION_TRACKING_NOT_ENABLED"]);
    await other.stop();
  });
});

describe("an update", () => {
  const update = (resourceName: string, updateMask: string | undefined, change: object) => [
    { campaignOperation: { update: { resourceName, ...change }, ...(updateMask ? { updateMask } : {}) } },
  ];
  const campaignNamed = async (name: string) =>
    (
      await harness.gaql(
        `SELECT campaign.name, campaign.status, campaign.end_date_time, campaign.maximize_conversions.target_cpa_micros, campaign.bidding_strategy_type FROM campaign WHERE campaign.resource_name = '${name}'`,
      )
    ).rows[0]?.campaign;

  it("changes only what the mask names, and clears what the mask names and the body leaves out", async () => {
    const { campaign } = await makeTree(harness, {
      name: freshName(),
      endDateTime: "2026-12-20 23:59:59",
      maximizeConversions: { targetCpaMicros: "15000000" },
    });
    await harness.mutate(update(campaign, "status,endDateTime", { status: "PAUSED", name: "لا يتغير" }));
    expect(await campaignNamed(campaign)).not.toHaveProperty("endDateTime");
    expect(await campaignNamed(campaign)).toMatchObject({
      status: "PAUSED",
      maximizeConversions: { targetCpaMicros: "15000000" },
    });
    expect(await campaignNamed(campaign)).not.toMatchObject({ name: "لا يتغير" });
    await harness.mutate(update(campaign, "target_spend.cpc_bid_ceiling_micros", { targetSpend: {} }));
    expect(await campaignNamed(campaign)).toMatchObject({ biddingStrategyType: "TARGET_SPEND" });
  });

  it.each([
    ["without a mask", undefined, {}, "fieldMaskError.FIELD_MASK_MISSING"],
    ["of a field that is not there", "colour", {}, "fieldMaskError.FIELD_NOT_FOUND"],
    ["of a message with fields", "networkSettings", {}, "fieldMaskError.FIELD_HAS_SUBFIELDS"],
    [
      "of what never changes",
      "advertisingChannelType",
      { advertisingChannelType: "DEMAND_GEN" },
      "fieldError.IMMUTABLE_FIELD",
    ],
    ["of what Google writes", "primaryStatus", {}, "fieldError.IMMUTABLE_FIELD"],
    [
      "of a start that has passed",
      "startDateTime",
      { startDateTime: "2026-12-01 00:00:00" },
      "campaignError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED",
    ],
  ])("%s is refused", async (_what, mask, change, code) => {
    const { campaign } = await makeTree(harness, { name: freshName() });
    expect((await harness.mutate(update(campaign, mask, change))).codes).toEqual([code]);
  });
});

describe("a removed object", () => {
  it("stays readable, and cannot be removed again, changed or used as a parent", async () => {
    const { campaign, adGroup, ad } = await makeTree(harness, { name: freshName() });
    const remove = [{ campaignOperation: { remove: campaign } }];
    expect((await harness.mutate(remove)).codes).toEqual([]);
    const again = "contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE";
    expect((await harness.mutate(remove)).codes).toEqual([again]);
    expect((await harness.mutate([anAdGroup(harness, campaign)])).codes).toEqual([again]);
    const pause = {
      adGroupOperation: { update: { resourceName: adGroup, status: "PAUSED" }, updateMask: "status" },
    };
    expect((await harness.mutate([pause])).codes).toEqual([again]);
    const { rows } = await harness.gaql(
      `SELECT campaign.status, campaign.primary_status FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(rows[0]?.campaign).toMatchObject({ status: "REMOVED", primaryStatus: "REMOVED" });
    expect(ad).not.toBe("");
  });

  it("frees its name, and a removed ad has its own error", async () => {
    const name = freshName();
    const { campaign, ad } = await makeTree(harness, { name });
    expect((await harness.mutate([{ adGroupAdOperation: { remove: ad } }])).codes).toEqual([]);
    expect((await harness.mutate([{ adGroupAdOperation: { remove: ad } }])).codes).toEqual([
      "adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD",
    ]);
    await harness.mutate([{ campaignOperation: { remove: campaign } }]);
    expect((await harness.mutate(campaignWith({ name }))).codes).toEqual([]);
  });
});

describe("a search ad", () => {
  const adWith = async (change: object, ad: object) => {
    const { adGroup } = await makeTree(harness, { name: freshName() });
    return (await harness.mutate([aSearchAd(adGroup, change as never, ad as never)])).codes;
  };
  const lines = (count: number, width: number) =>
    Array.from({ length: count }, (_, index) => ({
      text: `${index}${"ع".repeat(width - String(index).length)}`,
    }));

  it.each([
    ["two headlines", { headlines: lines(2, 30) }, ["collectionSizeError.TOO_FEW"]],
    ["sixteen headlines", { headlines: lines(16, 30) }, ["collectionSizeError.TOO_MANY"]],
    ["fifteen headlines of 30", { headlines: lines(15, 30) }, []],
    ["a headline of 31", { headlines: lines(3, 31) }, ["adError.LINE_TOO_WIDE"]],
    ["one description", { descriptions: lines(1, 90) }, ["collectionSizeError.TOO_FEW"]],
    ["four descriptions of 90", { descriptions: lines(4, 90) }, []],
    ["a description of 91", { descriptions: lines(2, 91) }, ["adError.LINE_TOO_WIDE"]],
    [
      "the same headline twice",
      { headlines: [{ text: "أ" }, { text: "أ" }, { text: "ب" }] },
      ["adError.INVALID_INPUT"],
    ],
    ["path2 alone", { path2: "عطور" }, ["adError.CANNOT_SET_FIELD"]],
  ])("with %s: %o", async (_what, ad, codes) =>
    expect(await adWith({ status: "PAUSED" }, ad)).toEqual(codes),
  );

  it("may be enabled three times in an ad group, not four", async () => {
    const { adGroup } = await makeTree(harness, { name: freshName() });
    const ads = [1, 2].map(() => aSearchAd(adGroup));
    expect((await harness.mutate(ads)).codes).toEqual([]);
    expect((await harness.mutate([aSearchAd(adGroup)])).codes).toEqual([
      "resourceCountLimitExceededError.RESOURCE_LIMIT",
    ]);
    expect((await harness.mutate([aSearchAd(adGroup, { status: "PAUSED" })])).codes).toEqual([]);
  });

  it("is changed on the ad itself, and reviewed again", async () => {
    const { ad } = await makeTree(harness, { name: freshName() });
    await harness.sandbox.control("clock", { step: "PT6M" });
    const policy = async () =>
      (
        await harness.gaql(
          `SELECT ad_group_ad.policy_summary.review_status, ad_group_ad.policy_summary.approval_status, ad_group_ad.ad.responsive_search_ad.headlines FROM ad_group_ad WHERE ad_group_ad.resource_name = '${ad}'`,
        )
      ).rows[0]?.adGroupAd as never;
    expect(await policy()).toMatchObject({
      policySummary: { reviewStatus: "REVIEWED", approvalStatus: "APPROVED" },
    });
    const resourceName = harness.named("ads", ad.slice(ad.indexOf("~") + 1));
    const headlines = ["ربح مضمون", "ب", "ج"].map((text) => ({ text }));
    const reply = await harness.call("POST", `/v25/customers/${harness.customer_id}/ads:mutate`, {
      operations: [
        {
          update: { resourceName, responsiveSearchAd: { headlines } },
          updateMask: "responsiveSearchAd.headlines",
        },
      ],
    });
    expect(reply.body).toEqual({ results: [{ resourceName }] });
    expect(await policy()).toMatchObject({ policySummary: { reviewStatus: "REVIEW_IN_PROGRESS" } });
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await policy()).toMatchObject({ policySummary: { approvalStatus: "DISAPPROVED" } });
  });
});

describe("criteria", () => {
  const onGroup = async (criterion: object) => {
    const { adGroup } = await makeTree(harness, { name: freshName() });
    return (await harness.mutate([aCriterion(adGroup, criterion as never)])).codes;
  };
  const onCampaign = async (criterion: object) => {
    const { campaign } = await makeTree(harness, { name: freshName() });
    return (await harness.mutate([{ campaignCriterionOperation: { create: { campaign, ...criterion } } }]))
      .codes;
  };
  const geoRadius = (change: object) => ({
    proximity: {
      geoPoint: { latitudeInMicroDegrees: 24_713_600, longitudeInMicroDegrees: 46_675_300 },
      radius: 20,
      radiusUnits: "KILOMETERS",
      ...change,
    },
  });

  it.each([
    [{ keyword: { text: "عطور رجالية", matchType: "PHRASE" } }, []],
    [{ keyword: { text: "عطور", matchType: "BROAD" } }, ["mutateError.RESOURCE_ALREADY_EXISTS"]],
    [{ keyword: { text: "ع".repeat(81), matchType: "BROAD" } }, ["criterionError.KEYWORD_TEXT_TOO_LONG"]],
    [
      { keyword: { text: "ع ".repeat(11), matchType: "BROAD" } },
      ["criterionError.KEYWORD_HAS_TOO_MANY_WORDS"],
    ],
    [{ keyword: { text: "عطور!", matchType: "BROAD" } }, ["criterionError.KEYWORD_HAS_INVALID_CHARS"]],
    [{ ageRange: { type: "AGE_RANGE_18_24" }, negative: true }, []],
    [{ gender: { type: "FEMALE" } }, []],
    [
      { location: { geoTargetConstant: "geoTargetConstants/2682" } },
      ["criterionError.CANNOT_ADD_CRITERIA_TYPE"],
    ],
    [{}, ["criterionError.CONCRETE_TYPE_REQUIRED"]],
  ])("of an ad group: %o", async (criterion, codes) => expect(await onGroup(criterion)).toEqual(codes));

  it.each([
    [geoRadius({}), []],
    [geoRadius({ radius: 800 }), []],
    [geoRadius({ radius: 801 }), ["criterionError.INVALID_PROXIMITY_RADIUS"]],
    [geoRadius({ radius: 0 }), ["criterionError.INVALID_PROXIMITY_RADIUS"]],
    [geoRadius({ radius: 500, radiusUnits: "MILES" }), ["criterionError.INVALID_PROXIMITY_RADIUS"]],
    [{ ...geoRadius({}), negative: true }, ["criterionError.CANNOT_EXCLUDE_CRITERIA_TYPE"]],
    [{ device: { type: "TABLET" }, bidModifier: 0 }, []],
    [{ device: { type: "TABLET" }, bidModifier: 0.05 }, ["rangeError.TOO_LOW"]],
    [{ device: { type: "TABLET" }, bidModifier: 11 }, ["rangeError.TOO_HIGH"]],
    [{ language: { languageConstant: "languageConstants/1019" } }, []],
    [{ language: { languageConstant: "languageConstants/1" } }, ["criterionError.INVALID_CRITERION_ID"]],
    [{ keyword: { text: "مجاني", matchType: "EXACT" } }, ["campaignCriterionError.CONCRETE_TYPE_REQUIRED"]],
  ])("of a campaign: %o", async (criterion, codes) => expect(await onCampaign(criterion)).toEqual(codes));

  it("of a Demand Gen campaign with upgraded targeting are on its ad groups", async () => {
    const name = freshName();
    const campaign = aDemandGenCampaign(harness, { name, demandGenCampaignSettings: undefined });
    const { names } = await harness.mutate([
      aBudget(harness),
      campaign,
      anAdGroup(harness, harness.named("campaigns", -2)),
    ]);
    const place = { location: { geoTargetConstant: "geoTargetConstants/2682" } };
    const refused = await harness.mutate([
      { campaignCriterionOperation: { create: { campaign: names[1], ...place } } },
    ]);
    expect(refused.codes).toEqual(["criterionError.CANNOT_ATTACH_CRITERIA_AT_CAMPAIGN_AND_ADGROUP"]);
    expect((await harness.mutate([aCriterion(names[2] ?? "", place)])).codes).toEqual([]);
  });
});

describe("labels", () => {
  it("have a unique name, and are attached to an object once", async () => {
    const { campaign } = await makeTree(harness, { name: freshName() });
    const label = {
      labelOperation: { create: { resourceName: harness.named("labels", -7), name: freshName() } },
    };
    const labelLink = {
      campaignLabelOperation: { create: { campaign, label: harness.named("labels", -7) } },
    };
    const { names } = await harness.mutate([label, labelLink]);
    expect((await harness.mutate([label])).codes).toEqual(["labelError.DUPLICATE_NAME"]);
    const again = { campaignLabelOperation: { create: { campaign, label: names[0] } } };
    expect((await harness.mutate([again])).codes).toEqual(["campaignError.CAMPAIGN_LABEL_ALREADY_EXISTS"]);
    const { rows } = await harness.gaql(
      `SELECT campaign.id FROM campaign WHERE campaign.labels CONTAINS ANY ('${names[0]}')`,
    );
    expect(rows).toHaveLength(1);
  });
});
