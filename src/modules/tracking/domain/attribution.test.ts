import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributionModels, attributionWindows } from "../contract/attribution.ts";
import { type CreditedClick, creditOrder, creditUnderAll, type Evidence } from "./attribution.ts";

const placedAt = new Date("2026-12-10T12:00:00Z");
const daysBefore = (days: number) => new Date(placedAt.getTime() - days * 86_400_000);

const aClick = (name: string, days: number, campaign = "cmp_1"): CreditedClick => ({
  click_id: name.padEnd(22, "_"),
  clicked_at: daysBefore(days),
  link_id: "12345678",
  campaign_id: campaign,
  ad_group_id: `adg_${campaign}`,
  ad_id: `ad_${name}`,
});
const aCoupon = (campaign = "cmp_1") => ({
  coupon_id: `cpn_${campaign}`,
  code: "SAVE",
  campaign_id: campaign,
});
const anEvidence = (input: Partial<Evidence>): Evidence => ({
  placedAt,
  click: null,
  earlierClicks: [],
  coupons: [],
  ...input,
});
const last = { model: "last_click", windowDays: 28 } as const;

describe("the witnesses of an order", () => {
  it.each([
    ["both", anEvidence({ click: aClick("a", 1), coupons: [aCoupon()] }), "cmp_1"],
    ["click_id", anEvidence({ click: aClick("a", 1) }), "cmp_1"],
    ["coupon", anEvidence({ coupons: [aCoupon("cmp_2")] }), "cmp_2"],
    ["conflict", anEvidence({ click: aClick("a", 1), coupons: [aCoupon("cmp_2")] }), "cmp_1"],
    ["none", anEvidence({}), ""],
  ] as const)("are %s, and the counted campaign follows the rule", (witness, evidence, campaign) => {
    expect(creditOrder(evidence, last)).toMatchObject({ witness, campaign_id: campaign });
  });

  it("agree when any of the order's codes is of the click's campaign", () => {
    const evidence = anEvidence({ click: aClick("a", 1), coupons: [aCoupon("cmp_2"), aCoupon("cmp_1")] });
    expect(creditOrder(evidence, last).witness).toBe("both");
  });

  it("lose the click beyond the window, and keep the coupon", () => {
    const evidence = anEvidence({ click: aClick("a", 3), coupons: [aCoupon("cmp_2")] });
    expect(
      attributionWindows.map((windowDays) => creditOrder(evidence, { ...last, windowDays }).witness),
    ).toEqual(["coupon", "conflict", "conflict"]);
  });

  it.each([
    [1, "click_id"],
    [1 + 1 / 86_400, "none"],
    [-1 / 24, "click_id"],
    [-1 / 24 - 1 / 86_400, "none"],
  ])("a click %f days before the order, in a window of one day, makes it %s", (days, witness) => {
    const evidence = anEvidence({ click: aClick("a", days) });
    expect(creditOrder(evidence, { ...last, windowDays: 1 }).witness).toBe(witness);
  });
});

describe("first and last click", () => {
  const evidence = anEvidence({
    click: aClick("last", 0.5, "cmp_1"),
    earlierClicks: [aClick("six", 6, "cmp_2"), aClick("twenty", 20, "cmp_3"), aClick("old", 40, "cmp_4")],
  });

  it("stand beside each other, the first one by the window", () => {
    const first = (windowDays: 1 | 7 | 28) =>
      creditOrder(evidence, { model: "first_click", windowDays }).campaign_id;
    expect([first(1), first(7), first(28)]).toEqual(["cmp_1", "cmp_2", "cmp_3"]);
    expect(creditOrder(evidence, last).campaign_id).toBe("cmp_1");
  });

  it("are one click where the visitor is not known", () => {
    const alone = { ...evidence, earlierClicks: [] };
    for (const windowDays of attributionWindows)
      expect(creditOrder(alone, { model: "first_click", windowDays })).toEqual({
        ...creditOrder(alone, { ...last, windowDays }),
        model: "first_click",
      });
  });

  it("never count an order twice: one credit for each model and window, with one witness under both models", () => {
    const click = fc
      .record({
        days: fc.double({ min: -0.1, max: 40, noNaN: true }),
        campaign: fc.constantFrom("cmp_1", "cmp_2"),
      })
      .map(({ days, campaign }) => aClick(`${days}`.slice(0, 9), days, campaign));
    const anyEvidence = fc.record({
      placedAt: fc.constant(placedAt),
      click: fc.option(click, { nil: null }),
      earlierClicks: fc.array(click, { maxLength: 5 }),
      coupons: fc.array(fc.constantFrom("cmp_1", "cmp_2", "cmp_3").map(aCoupon), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(anyEvidence, (input) => {
        const credits = creditUnderAll(input);
        const keys = credits.map(({ model, window_days }) => `${model} ${window_days}`);
        expect(new Set(keys).size).toBe(attributionModels.length * attributionWindows.length);
        for (const windowDays of attributionWindows) {
          const own = credits.filter(({ window_days }) => window_days === windowDays);
          expect(new Set(own.map(({ witness }) => witness)).size).toBe(1);
        }
        for (const { witness, campaign_id } of credits) expect(campaign_id === "").toBe(witness === "none");
      }),
    );
  });
});
