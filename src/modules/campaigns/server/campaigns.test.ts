import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { AdGroupFields, CampaignDetails, CampaignFields } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { runSync } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { archiveEnded } from "./archive-ended.ts";
import { campaignsSubscriptions } from "./campaigns.subscriptions.ts";
import { reviewReserves } from "./review-reserves.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const create = (input: Partial<CampaignFields> = {}) =>
  testApp.act("POST Clients/Campaigns/create", { ...campaignBody(input), ad_groups: [] });
const change = (input: Partial<CampaignFields> = {}) => {
  const { ad_account_id: _a, platform: _p, store_id: _s, ...fields } = campaignBody(input);
  return fields;
};

const archive = () => archiveEnded(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });
const review = () => reviewReserves(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });

describe("creating", () => {
  it.each<[string, Partial<CampaignFields>, string, string]>([
    [
      "under the platform's least budget",
      { daily_budget_halalas: 19_99 },
      "campaigns.budget_too_small",
      "daily_budget_halalas",
    ],
    [
      "with bidding the platform does not know",
      { bidding_strategy: "target_roas" },
      "campaigns.bidding_not_supported",
      "bidding_strategy",
    ],
    [
      "with a target cost that is missing",
      { bidding_strategy: "target_cpa" },
      "campaigns.target_cpa_out_of_range",
      "target_cpa_halalas",
    ],
    [
      "with a start that has passed",
      { starts_at: "2026-11-21T09:00:00Z" },
      "campaigns.start_not_ahead",
      "starts_at",
    ],
    [
      "with an end that has passed",
      { ends_at: "2026-11-21T08:59:59Z" },
      "campaigns.end_not_ahead",
      "ends_at",
    ],
    [
      "that ends before it starts",
      { starts_at: "2026-11-23T09:00:00Z", ends_at: "2026-11-22T09:00:00Z" },
      "campaigns.end_before_start",
      "ends_at",
    ],
    [
      "that leads out of the store",
      { landing_url: "https://elsewhere.example" },
      "campaigns.link_outside_store",
      "landing_url",
    ],
    ["with no link", { landing_url: "nakhla" }, "campaigns.link_not_valid", "landing_url"],
    [
      "in an account that is not linked",
      { ad_account_id: "acc_9" },
      "campaigns.ad_account_not_linked",
      "ad_account_id",
    ],
    ["in an account of another platform", { platform: "tiktok" }, "campaigns.platform_mismatch", "platform"],
  ])("a campaign %s is refused at its field", async (_, input, code, field) => {
    const { envelope } = await create(input);
    expect(envelope).toMatchObject({ error: true, code });
    expect(Object.keys((envelope as { fields?: object }).fields ?? {})).toEqual([field]);
    expect(envelope.messages[0]).not.toContain("{{");
    expect(envelope.messages[0]).not.toContain("$t(");
  });

  it("exactly at the minimum budget is accepted, and a limit is named with its platform", async () => {
    expect((await create({ daily_budget_halalas: 20_00 })).status).toBe(200);
    const { envelope } = await testApp.server.call("POST Clients/Campaigns/create", {
      as: "mer_1",
      key: "arabic-key",
      language: "ar",
      body: { ...campaignBody({ name: "ب", daily_budget_halalas: 1 }), ad_groups: [] },
    });
    expect(envelope.messages[0]).toBe("أقل ميزانية يومية في سناب شات هي 20 ر.س");
  });

  const riyadh = {
    city: "riyadh",
    names: { ar: "الرياض", en: "Riyadh" },
    excluded: false,
    latitude: 24.7,
    longitude: 46.7,
    radius_metres: 25_000,
  };
  const google = {
    platform: "google",
    ad_account_id: "acc_google",
    placements: ["search" as const],
  } as const;
  it.each<[string, Partial<CampaignFields>, Partial<AdGroupFields>, string, RegExp]>([
    [
      "a target return on Snapchat",
      { bidding_strategy: "target_roas", target_roas: 35_000 },
      {},
      "bidding_strategy",
      /^Snapchat does not offer “Target return on ad spend”/,
    ],
    [
      "ages left out of the middle on Meta",
      { platform: "meta", ad_account_id: "acc_meta", placements: ["instagram"] },
      { age_ranges: ["13-49"], excluded_age_ranges: ["25-34"] },
      "ad_groups.0.excluded_age_ranges",
      /^Meta can exclude ages only at the ends of a range/,
    ],
    [
      "a radius on TikTok",
      { platform: "tiktok", ad_account_id: "acc_tiktok" },
      { locations: [riyadh], age_ranges: ["18-24"] },
      "ad_groups.0.locations",
      /^TikTok doesn't support radius targeting/,
    ],
    [
      "an excluded place on Google",
      { ...google, placements: ["search"] },
      { keywords: ["تمر"], locations: [riyadh, { ...riyadh, excluded: true, radius_metres: 2_000 }] },
      "ad_groups.0.locations",
      /^Google can't leave a place out/,
    ],
    [
      "13-35 on Google",
      { ...google, placements: ["search"] },
      { age_ranges: ["13-35"], keywords: ["تمر"], locations: [] },
      "ad_groups.0.age_ranges",
      /^Google takes only whole age groups \(18-24, 25-34.*13-35 cuts through one/,
    ],
    [
      "no place on Google",
      { ...google, placements: [] },
      { keywords: ["تمر"] },
      "placements",
      /^Choose where on Google the ads appear/,
    ],
  ])(
    "%s is refused before anything is sent, naming platform and reason",
    async (_, input, group, field, words) => {
      const body = { ...campaignBody(input), ad_groups: [{ ...adGroupBody(group), ads: [] }] };
      const { envelope } = await testApp.act("POST Clients/Campaigns/create", body);
      expect(envelope.messages[0]).toMatch(words);
      expect(Object.keys((envelope as { fields?: object }).fields ?? {})).toEqual([field]);
      expect(await testApp.db.many(sql`select 1 from campaigns.campaigns`)).toEqual([]);
    },
  );

  it("on Google Search has text ads, and its placement cannot be changed any more", async () => {
    const ad = adBody({
      media_id: null,
      more_headlines: ["تمر سكري", "هدايا التمر"],
      description: "تمور المدينة",
      more_descriptions: ["توصيل خلال يومين"],
    });
    const group = adGroupBody({ keywords: ["تمر", "عجوة"], devices: ["mobile"] });
    const input = {
      ...google,
      placements: ["search" as const],
      bidding_strategy: "target_roas" as const,
      target_roas: 35_000,
    };
    const body = { ...campaignBody(input), ad_groups: [{ ...group, ads: [ad] }] };
    const made: CampaignDetails = (await testApp.act("POST Clients/Campaigns/create", body)).data;
    expect(made).toMatchObject({ placements: ["search"], target_roas: 35_000 });
    expect(made.ad_groups[0]).toMatchObject({ keywords: ["تمر", "عجوة"], ads: [ad] });
    const moved = change({ ...input, placements: ["youtube"] });
    const { envelope } = await testApp.act(`PUT Clients/Campaigns/${made.id}`, moved);
    expect(envelope).toMatchObject({ code: "campaigns.placement_fixed" });
  });

  it("with changed placements or another name updates its tracking links, and with the same ones does not", async () => {
    const input: Partial<CampaignFields> = {
      platform: "meta",
      ad_account_id: "acc_meta",
      placements: ["facebook"],
    };
    const { id }: CampaignDetails = (await create(input)).data;
    const setLinkCampaign = vi.spyOn(testApp.deps.tracking, "setLinkCampaign");
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ ...input, daily_budget_halalas: 200_00 }));
    expect(setLinkCampaign).not.toHaveBeenCalled();
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ ...input, placements: ["instagram"] }));
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ ...input, name: "حملة أخرى" }));
    const sent = setLinkCampaign.mock.calls.map(([{ actor }, input]) => [actor.merchantId, input]);
    expect(sent).toMatchObject([
      ["mer_1", { campaignId: id, placements: ["instagram"] }],
      ["mer_1", { campaignId: id, name: "حملة أخرى" }],
    ]);
    setLinkCampaign.mockRestore();
  });

  it("that bids for purchases needs a pixel in its account", async () => {
    testApp.removePixel();
    const { envelope } = await create({ bidding_strategy: "target_cpa", target_cpa_halalas: 20_00 });
    expect(envelope).toMatchObject({ code: "campaigns.bidding_needs_pixel" });
  });

  it("with a used name is refused, however it is spelled", async () => {
    await create({ name: "أحذية العيد" });
    expect((await create({ name: "احذية  العيد" })).envelope).toMatchObject({ code: "campaigns.name_used" });
  });

  it("with an ad that breaks a limit stores nothing at all", async () => {
    const answer = await testApp.act("POST Clients/Campaigns/create", {
      ...campaignBody(),
      ad_groups: [{ ...adGroupBody(), ads: [adBody({ headline: "س".repeat(27) })] }],
    });
    expect(answer.envelope).toMatchObject({ code: "campaigns.headline_too_long" });
    expect(Object.keys((answer.envelope as { fields?: object }).fields ?? {})).toEqual([
      "ad_groups.0.ads.0.headline",
    ]);
    expect(await testApp.db.many(sql`select 1 from campaigns.campaigns`)).toEqual([]);
  });

  it("for a store that is not the merchant's is not found", async () => {
    const answer = await create({ store_id: "sto_of_another" });
    expect(answer).toMatchObject({ status: 404, envelope: { fields: { store_id: [expect.any(String)] } } });
  });

  it("with the same key twice makes one campaign", async () => {
    const body = { ...campaignBody(), ad_groups: [] };
    const once = { as: "mer_1", key: "the-same-key", body };
    const answers = await Promise.all(
      [1, 2, 3].map(() => testApp.server.call("POST Clients/Campaigns/create", once)),
    );
    expect(new Set(answers.map(({ data }) => (data as { id: string }).id)).size).toBe(1);
  });

  it.each([
    ["a headline of 26", { headline: "س".repeat(26) }, 200],
    ["a headline of 27", { headline: "س".repeat(27) }, 400],
    ["a button the platform does not have", { call_to_action: "call_now" as const }, 400],
    ["another's picture", { media_id: "med_2" }, 400],
    ["a link out of the store", { target_url: "https://evil.example" }, 400],
  ])("an ad with %s answers %s", async (_, input, status) => {
    const campaign = await testApp.aCampaign();
    const ad_group_id = campaign.ad_groups[0]?.id;
    const answer = await testApp.act("POST Clients/Ads/create", { ...adBody(input), ad_group_id });
    expect(answer.status).toBe(status);
  });
});

describe("another merchant's things", () => {
  it("are not found by any call", async () => {
    const campaign = await testApp.aCampaign();
    const group = campaign.ad_groups[0]?.id;
    const ad = campaign.ad_groups[0]?.ads[0]?.id;
    for (const [name, body] of [
      [`GET Clients/Campaigns/${campaign.id}`],
      [`PUT Clients/Campaigns/${campaign.id}`, change()],
      [`POST Clients/Campaigns/${campaign.id}/start`],
      [`POST Clients/Campaigns/${campaign.id}/pause`],
      [`DELETE Clients/Campaigns/${campaign.id}`],
      [`POST Clients/Campaigns/${campaign.id}/retry`],
      [`GET Clients/AdGroups/${group}`],
      [`PUT Clients/AdGroups/${group}`, adGroupBody()],
      ["POST Clients/Ads/create", { ...adBody(), ad_group_id: group }],
      [`GET Clients/Ads/${ad}`],
      [`DELETE Clients/Ads/${ad}`],
    ] as [string, object?][]) {
      expect((await testApp.act(name, body, "mer_2")).status, name).toBe(404);
    }
    expect((await testApp.act("GET Clients/Campaigns/index", undefined, "mer_2")).data).toMatchObject({
      total: 0,
    });
  });
});

describe("starting", () => {
  it("holds two maximum days of the budget", async () => {
    const { id } = await testApp.aCampaign();
    const { data } = await testApp.act(`POST Clients/Campaigns/${id}/start`);
    expect(data).toMatchObject({ status: "active", reserve_halalas: 250_00, max_cost_today_halalas: 125_00 });
    expect(testApp.wallet.held.get(id)).toBe(250_00);
  });

  it.each([
    ["wallet.balance_not_enough", 402],
    ["wallet.card_required", 409],
  ])("that cannot be paid for (%s) does not start", async (code, status) => {
    const { id } = await testApp.aCampaign();
    testApp.wallet.refuse(code, status);
    expect((await testApp.act(`POST Clients/Campaigns/${id}/start`)).status).toBe(status);
    expect((await testApp.act(`GET Clients/Campaigns/${id}`)).data).toMatchObject({
      status: "created",
      sync: "local",
    });
    await runSync(testApp, id);
    expect(testApp.platform.sent).toEqual([]);
  });

  it("without an ad is refused", async () => {
    const { id } = (await create()).data as { id: string };
    expect((await testApp.act(`POST Clients/Campaigns/${id}/start`)).envelope).toMatchObject({
      code: "campaigns.ad_missing",
    });
  });

  it("begins when it is started, when the merchant set no time", async () => {
    const { id } = await testApp.aCampaign();
    testApp.worldClock.set("2026-11-23T07:00:00Z");
    expect((await testApp.act(`POST Clients/Campaigns/${id}/start`)).data).toMatchObject({
      starts_at: "2026-11-23T07:00:00.000Z",
      starts_at_once: false,
    });
  });

  it("clicked twice at once starts it once", async () => {
    const { id } = await testApp.aCampaign();
    const answers = await Promise.all([1, 2].map(() => testApp.act(`POST Clients/Campaigns/${id}/start`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      await testApp.db.many(sql`select 1 from base.events where name = 'campaign.started'`),
    ).toHaveLength(1);
  });
});

describe("the reserve of a running campaign", () => {
  async function running() {
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    await runSync(testApp, id);
    return id;
  }

  it("grows at once with the budget, and without the money nothing changes", async () => {
    const id = await running();
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ daily_budget_halalas: 200_00 }));
    expect(testApp.wallet.held.get(id)).toBe(500_00);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    const answer = await testApp.act(`PUT Clients/Campaigns/${id}`, change({ daily_budget_halalas: 300_00 }));
    expect(answer.status).toBe(402);
    expect((await testApp.act(`GET Clients/Campaigns/${id}`)).data).toMatchObject({
      daily_budget_halalas: 200_00,
    });
  });

  it("shrinks only after the days under the larger budget are settled", async () => {
    const id = await running();
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ daily_budget_halalas: 50_00 }));
    testApp.worldClock.set("2026-11-22T20:59:59Z");
    await review();
    expect(testApp.wallet.held.get(id)).toBe(250_00);
    testApp.worldClock.set("2026-11-22T21:00:00Z");
    await review();
    expect(testApp.wallet.held.get(id)).toBe(125_00);
  });

  it("of which so much is spent that a smaller one would have to grow is reviewed again the next day", async () => {
    const id = await running();
    await testApp.act(`PUT Clients/Campaigns/${id}`, change({ daily_budget_halalas: 50_00 }));
    testApp.wallet.held.set(id, 100_00); // the rest was spent
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    testApp.worldClock.set("2026-11-22T21:00:00Z");
    await review();
    expect(testApp.wallet.held.get(id)).toBe(100_00);
    expect(
      await testApp.db.one(sql`select reserve_review_at as at from campaigns.campaigns where id = ${id}`),
    ).toEqual({
      at: new Date("2026-11-23T21:00:00Z"),
    });
  });

  it("is released two days after the pause, when late spend is reported", async () => {
    const id = await running();
    await testApp.act(`POST Clients/Campaigns/${id}/pause`);
    await review();
    expect(testApp.wallet.held.get(id)).toBe(250_00);
    testApp.worldClock.set("2026-11-22T21:00:00Z");
    await review();
    expect(testApp.wallet.held.get(id)).toBe(0);
  });

  it("is released at once when nothing that could cost was sent", async () => {
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    await testApp.act(`POST Clients/Campaigns/${id}/pause`);
    expect(testApp.wallet.held.get(id)).toBe(0);
  });
});

describe("time and money that end", () => {
  it("archive a campaign whose end has passed, and record why", async () => {
    const { id } = await testApp.aCampaign({ ends_at: "2026-11-25T09:00:00Z" });
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    testApp.worldClock.set("2026-11-25T08:59:59Z");
    await archive();
    expect((await testApp.act(`GET Clients/Campaigns/${id}`)).data).toMatchObject({ status: "active" });
    testApp.worldClock.set("2026-11-25T09:00:00Z");
    await archive();
    expect((await testApp.act(`GET Clients/Campaigns/${id}`)).data).toMatchObject({
      status: "archived",
      status_reason: "ended",
    });
  });

  it("pause every running campaign of that merchant, and record why", async () => {
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    const subscription = campaignsSubscriptions(testApp.deps).find(({ events }) =>
      events.includes("wallet.ran_out"),
    );
    const event = {
      name: "wallet.ran_out",
      merchant_id: "mer_1",
      position: 1,
      published_at: new Date(),
    };
    const now = testApp.worldClock.now();
    await testApp.db.transaction(async (tx) => subscription?.handle(tx, event, now));
    expect((await testApp.act(`GET Clients/Campaigns/${id}`)).data).toMatchObject({
      status: "paused",
      status_reason: "money",
    });
  });
});

describe("what may be done", () => {
  const read = async (call: string) =>
    ((await testApp.act(call)).data as Pick<CampaignDetails, "allowed_actions">).allowed_actions;

  it("travels with the list's rows, the campaign, its ad groups and its ads", async () => {
    const { id, allowed_actions, ad_groups } = await testApp.aCampaign();
    expect(allowed_actions).toEqual(["start", "archive", "delete"]);
    const [group] = ad_groups;
    const expected = ["pause", "archive", "delete"];
    const row = { allowed_actions: expected };
    expect((await testApp.act(`POST Clients/Campaigns/${id}/start`)).data).toMatchObject({
      ...row,
      ad_groups: [{ ...row, ads: [row] }],
    });
    expect((await testApp.act("GET Clients/Campaigns/index")).data).toMatchObject({ items: [row] });
    expect(await read(`GET Clients/AdGroups/${group?.id}`)).toEqual(expected);
    expect(await read(`GET Clients/Ads/${group?.ads[0]?.id}`)).toEqual(expected);
  });

  it("to an ad group or ad of a campaign that has ended is only what the server then accepts", async () => {
    const { id, ad_groups } = await testApp.aCampaign();
    const [group] = ad_groups;
    await testApp.act(`POST Clients/Campaigns/${id}/archive`);
    expect(await read(`GET Clients/AdGroups/${group?.id}`)).toEqual(["delete"]);
    expect((await testApp.act(`POST Clients/AdGroups/${group?.id}/start`)).status).toBe(409);
    expect((await testApp.act(`DELETE Clients/AdGroups/${group?.id}`)).status).toBe(200);
  });
});

describe("deleting", () => {
  it("a running campaign pauses it first, in the same action", async () => {
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    const input = await testApp.db.many<{ name: string }>(sql`
      select name from base.events where name in ('campaign.paused', 'campaign.deleted') order by id`);
    expect(input.map(({ name }) => name)).toEqual(["campaign.paused", "campaign.deleted"]);
  });

  it("frees its name", async () => {
    const { id } = await testApp.aCampaign();
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    expect((await create()).status).toBe(200);
  });
});
