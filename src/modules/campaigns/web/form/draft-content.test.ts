import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placements, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { draftContent } from "../../contract/draft-content.ts";
import { ageRanges, droppedFields } from "../../contract/enums.ts";
import { type Draft, toCreateBody } from "./draft.ts";
import { toContent, toDraft } from "./draft-content.ts";
import { emptyDraft } from "./empty-draft.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((value) => value.replaceAll("\u0000", ""));
const empty = emptyDraft();
const location = fc.record({
  city: fc.option(text),
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
  radius_metres: fc.nat(),
});
const draft: fc.Arbitrary<Draft> = fc.record({
  campaign: fc.record({
    name: text,
    ad_account_id: text,
    platform: fc.constantFrom(...platforms),
    placements: fc.subarray([...placements]),
    store_id: fc.option(text),
    landing_url: text,
    objective: fc.constantFrom("sales", "traffic"),
    bidding_strategy: fc.constantFrom("maximize_conversions", "target_roas"),
    target_cpa_halalas: fc.option(fc.nat()),
    target_roas: fc.option(fc.nat()),
    client_campaign_id: fc.option(text),
    starts_at: fc.constantFrom(null, "2026-11-21T09:00:00Z"),
    ends_at: fc.constantFrom(null, "2026-12-21T09:00:00Z"),
    daily_budget_halalas: fc.option(fc.nat()),
  }),
  adGroup: fc.record({
    name: text,
    age_ranges: fc.subarray([...ageRanges]),
    excluded_age_ranges: fc.subarray([...ageRanges]),
    gender: fc.constantFrom("all", "female"),
    locations: fc.array(location, { maxLength: 3 }),
    devices: fc.constantFrom(["mobile" as const], []),
    optimized_targeting: fc.boolean(),
    keywords: fc.array(text, { maxLength: 3 }),
  }),
  ad: fc.record({
    name: text,
    headline: text,
    more_headlines: fc.array(text, { maxLength: 3 }),
    text,
    description: text,
    more_descriptions: fc.array(text, { maxLength: 3 }),
    target_url: text,
    media_id: fc.option(text),
    call_to_action: fc.constantFrom("shop_now"),
    brand_name: text,
    automatic_enhancements: fc.boolean(),
  }),
  dropped: fc.subarray([...droppedFields]),
});
const overTheWire = (content: ReturnType<typeof toContent>) =>
  draftContent.parse(JSON.parse(JSON.stringify(content)));

describe("the form's draft as a draft of a plan", () => {
  it("comes back from the server as it was typed, and creates the same campaign", () => {
    fc.assert(
      fc.property(draft, (typed) => {
        const back = toDraft(overTheWire(toContent(typed)));
        expect(back).toEqual(typed);
        expect(toCreateBody(back)).toEqual(toCreateBody(typed));
      }),
    );
  });

  it("stands on one platform, with that platform's own settings apart from the shared fields", () => {
    fc.assert(
      fc.property(draft, (typed) => {
        const content = toContent(typed);
        expect(Object.keys(content.platforms)).toEqual([typed.campaign.platform]);
        expect(content.campaign).not.toHaveProperty("daily_budget_halalas");
        expect(content.campaign.name).toBe(typed.campaign.name);
      }),
    );
  });

  it("starts empty where a field was never written, and on the first platform where none was chosen", () => {
    expect(toDraft(draftContent.parse({}))).toEqual(empty);
    const { campaign, adGroup } = toDraft(draftContent.parse({ campaign: { name: "Ajwa" } }));
    expect(campaign).toEqual({ ...empty.campaign, name: "Ajwa" });
    expect(adGroup).toEqual(empty.adGroup);
  });

  it("of several platforms opens on the one shown last", () => {
    const meta = { ...empty, campaign: { ...empty.campaign, platform: "meta" as const, name: "Ajwa" } };
    const { platforms: parts, ...content } = toContent(meta);
    const both = { ...content, platforms: { ...parts, x: { own: {} } } };
    expect(toDraft(draftContent.parse(both)).campaign.platform).toBe("meta");
    expect(toDraft(draftContent.parse({ ...both, platform: "x" })).campaign).toMatchObject({
      platform: "x",
      name: "Ajwa",
    });
  });
});
