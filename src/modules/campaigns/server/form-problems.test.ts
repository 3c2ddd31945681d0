import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadMessages, type Messages, toMessageKey } from "#base/server/messages.ts";
import type { FieldMessages } from "#base/shared/envelope.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkNewCampaign } from "../contract/check-new-campaign.ts";
import type { CampaignDetails, NewCampaign } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
let messages: Messages;
beforeAll(async () => {
  testApp = await openTestApp();
  messages = await loadMessages(join(import.meta.dirname, "../../.."));
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

let keys = 0;
async function send(name: string, body: object, language: "ar" | "en" = "en") {
  keys += 1;
  const answer = await testApp.server.call(name, { as: "mer_1", key: `form-key-${keys}`, language, body });
  return { ...answer, fields: (answer.envelope as { fields?: FieldMessages }).fields ?? {} };
}
const create = (body: object, language: "ar" | "en" = "en") =>
  send("POST Clients/Campaigns/create", body, language);

const emptyForm = {
  ...campaignBody({ name: " ", ad_account_id: "", store_id: null, landing_url: "", daily_budget_halalas: 0 }),
  ad_groups: [
    {
      ...adGroupBody({ name: "", age_ranges: [], devices: [] }),
      ads: [adBody({ name: "", headline: "", target_url: "", media_id: null, brand_name: "" })],
    },
  ],
};

describe("a refused form answers all its problems at once", () => {
  it("when nothing in it is filled in, in Arabic", async () => {
    const { status, envelope, fields } = await create(emptyForm, "ar");
    expect(status).toBe(400);
    expect(envelope).toMatchObject({ code: "base.field_required", messages: ["هذا الحقل مطلوب."] });
    expect(fields).toEqual({
      ad_account_id: ["هذا الحقل مطلوب."],
      store_id: ["هذا الحقل مطلوب."],
      name: ["هذا الحقل مطلوب."],
      landing_url: ["هذا الحقل مطلوب."],
      daily_budget_halalas: ["أقل ميزانية يومية في سناب شات هي 20 ر.س"],
      "ad_groups.0.name": ["هذا الحقل مطلوب."],
      "ad_groups.0.age_ranges": [messages.translate("ar", "campaigns:ages_empty")],
      "ad_groups.0.devices": ["هذا الحقل مطلوب."],
      "ad_groups.0.ads.0.name": ["هذا الحقل مطلوب."],
      "ad_groups.0.ads.0.headline": ["هذا الحقل مطلوب."],
      "ad_groups.0.ads.0.target_url": ["هذا الحقل مطلوب."],
      "ad_groups.0.ads.0.media_id": [
        messages.translate("ar", "campaigns:media_missing", { platform: "snapchat" }),
      ],
      "ad_groups.0.ads.0.brand_name": [
        messages.translate("ar", "campaigns:brand_missing", { platform: "snapchat" }),
      ],
    });
  });

  it("with what only the server knows beside what the form shows, in English", async () => {
    await create({ ...campaignBody({ name: "أحذية العيد" }), ad_groups: [] });
    const { envelope, fields } = await create({
      ...campaignBody({ name: "احذية العيد", store_id: "sto_of_another", daily_budget_halalas: 19_99 }),
      ad_groups: [
        { ...adGroupBody(), ads: [adBody({ headline: "س".repeat(27), media_id: "med_of_another" })] },
      ],
    });
    expect(Object.keys(fields).sort()).toEqual([
      "ad_groups.0.ads.0.headline",
      "ad_groups.0.ads.0.media_id",
      "daily_budget_halalas",
      "name",
      "store_id",
    ]);
    expect(envelope.messages[0]).toBe("The smallest daily budget on Snapchat is SAR 20");
    expect(fields["ad_groups.0.ads.0.headline"]).toEqual(["The headline is longer than 26 characters."]);
  });

  it("when a campaign, an ad group or an ad is edited", async () => {
    const campaign: CampaignDetails = await testApp.aCampaign();
    const [group] = campaign.ad_groups;
    const {
      ad_account_id: _a,
      platform: _p,
      store_id: _s,
      ...fields
    } = campaignBody({ name: "س".repeat(121) });
    const edited = await send(`PUT Clients/Campaigns/${campaign.id}`, {
      ...fields,
      daily_budget_halalas: 2_000_000_00,
      landing_url: "https://elsewhere.example",
    });
    expect(edited.fields).toMatchObject({
      name: ["The longest length allowed is 120."],
      daily_budget_halalas: ["The largest value allowed is 1,000,000."],
      landing_url: [expect.stringContaining("outside your connected store")],
    });
    const audience = await send(
      `PUT Clients/AdGroups/${group?.id}`,
      adGroupBody({ name: "", keywords: ["تمر"] }),
    );
    expect(Object.keys(audience.fields).sort()).toEqual(["keywords", "name"]);
    const ad = await send(
      `PUT Clients/Ads/${group?.ads[0]?.id}`,
      adBody({ headline: "", media_id: null, call_to_action: "call_now" }),
    );
    expect(Object.keys(ad.fields).sort()).toEqual(["call_to_action", "headline", "media_id"]);
  });
});

const platforms = [
  { platform: "snapchat", ad_account_id: "acc_1", placements: [] },
  { platform: "meta", ad_account_id: "acc_meta", placements: ["facebook"] },
  { platform: "meta", ad_account_id: "acc_meta", placements: [] },
  { platform: "tiktok", ad_account_id: "acc_tiktok", placements: [] },
  { platform: "google", ad_account_id: "acc_google", placements: ["search"] },
  { platform: "google", ad_account_id: "acc_google", placements: ["youtube", "search"] },
] as const;

const words = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u200b",
    "تمر",
    " تمر ",
    "س".repeat(27),
    "س".repeat(130),
    "🔥".repeat(40),
    "س".repeat(1_100),
  ),
  fc
    .string({ unit: "grapheme", maxLength: 40 })
    .filter((text) => text.isWellFormed() && !text.includes("\0")),
);
const moreWords = fc.uniqueArray(fc.constantFrom("تمر", "عجوة", "تمر سكري", "س".repeat(95)), {
  maxLength: 4,
});
const link = fc.constantFrom("", "nakhla", "https://nakhla.example/x", "https://elsewhere.example");
const instant = fc.constantFrom(null, "2026-11-20T09:00:00Z", "2026-11-22T09:00:00Z", "2026-11-25T09:00:00Z");
const ages = fc.subarray(["18-24", "25-34", "35-44", "13-35", "65+"] as const);
const place = { city: null, names: null, latitude: 24.7, longitude: 46.7 };

const aBody = fc
  .record({
    on: fc.constantFrom(...platforms),
    campaign: fc.record({
      store_id: fc.constantFrom("sto_1", null),
      landing_url: link,
      bidding_strategy: fc.constantFrom("maximize_conversions", "target_cpa", "target_roas"),
      target_cpa_halalas: fc.constantFrom(null, 0, 20_00, 90_000_00),
      target_roas: fc.constantFrom(null, 0, 35_000, 20_000_000),
      client_campaign_id: fc.constantFrom(null, "", "س".repeat(61)),
      starts_at: instant,
      ends_at: instant,
      daily_budget_halalas: fc.constantFrom(0, 1, 9_99, 20_00, 50_00, 100_00, 2_000_000_00),
    }),
    group: fc.record({
      name: words,
      age_ranges: ages.map((some) => [...some]),
      excluded_age_ranges: ages.map((some) => some.slice(0, 1)),
      locations: fc.array(
        fc
          .tuple(fc.constantFrom(1, 10_000, 900_000), fc.boolean())
          .map(([radius_metres, excluded]) => ({ ...place, radius_metres, excluded })),
        { maxLength: 2 },
      ),
      devices: fc.subarray(["mobile", "desktop", "connected_tv"] as const).map((some) => [...some]),
      optimized_targeting: fc.boolean(),
      keywords: moreWords,
    }),
    ad: fc.record({
      name: words,
      headline: words,
      more_headlines: moreWords,
      text: words,
      description: words,
      more_descriptions: moreWords,
      target_url: link,
      media_id: fc.constantFrom(null, "med_1"),
      call_to_action: fc.constantFrom("shop_now", "call_now"),
      brand_name: words,
    }),
    name: words,
    isWhole: fc.boolean(),
  })
  .map(
    ({ on, campaign, group, ad, name, isWhole }): NewCampaign => ({
      ...campaignBody({ ...on, ...campaign, placements: [...on.placements], name }),
      ad_groups: isWhole ? [{ ...adGroupBody(group), ads: [adBody(ad)] }] : [],
    }),
  );

it("the server refuses a form with exactly the problems that the form shows, whatever is typed", async () => {
  const known = {
    now: new Date("2026-11-21T09:00:00Z"),
    places: await testApp.deps.stores.listRegisteredHosts(testApp.ctx()),
    hasPixel: true,
    profiles: ["prf_1", "prf_2"],
  };
  await fc.assert(
    fc.asyncProperty(aBody, async (body) => {
      const limits = getCapabilities(body.platform, body.placements);
      if (!limits) throw new Error("every platform here can be linked");
      const picture = await testApp.deps.media.findMediaFile(testApp.ctx(), "med_1");
      const shown: FieldMessages = {};
      for (const { code, field, params } of checkNewCampaign(body, limits, {
        ...known,
        media: new Map(picture ? [[picture.id, picture]] : []),
      }))
        shown[field] = [...(shown[field] ?? []), messages.translate("en", toMessageKey(code), params)];
      const { status, fields } = await create(body);
      expect(fields).toEqual(shown);
      expect(status).toBe(Object.keys(shown).length > 0 ? 400 : 200);
      // Its name is free again for the next one.
      if (status === 200) await testApp.reset();
    }),
    { numRuns: 60 },
  );
});
