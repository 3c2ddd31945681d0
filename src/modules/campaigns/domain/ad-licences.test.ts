import { expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { LicenceKind } from "../contract/ad-law-rules.ts";
import { checkLicences, findAdvisedWords, findLicenceNeeds } from "./ad-licences.ts";
import { checkDraft, type DraftContext } from "./check-draft.ts";
import { choosePlatforms, setAd } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";

const context: DraftContext = {
  now: new Date("2026-11-21T09:00:00Z"),
  places: ["https://nakhla.example"],
  nameOn: (name, platform) => `${name} · ${platform}`,
  currencies: {},
  hasPixel: {},
  profiles: {},
  media: new Map(),
};
const ad = {
  headline: "خصم اليوم",
  more_headlines: ["عجوة المدينة", "سحب على آيفون"],
  text: "تخفيضات وجوائز، ونتائج مضمونة",
  description: "",
  more_descriptions: [],
};
const limits = getCapabilities("tiktok");
if (!limits) throw new Error("tiktok");
const needs = findLicenceNeeds(ad, limits);

it("each word that needs a licence is found at its field, and what the law only advises on is not", () => {
  expect(needs.map(({ kind, field, words }) => [kind, field, ...words])).toEqual([
    ["discount", "headline", "خصم"],
    ["prize_draw", "more_headlines", "سحب"],
    ["discount", "text", "تخفيضات"],
    ["prize_draw", "text", "وجوائز"],
  ]);
});

it("what the law only advises against is found apart", () => {
  expect(findAdvisedWords(ad, limits)).toEqual([
    { rule: "guarantee", field: "text", words: ["ونتائج مضمونة"] },
  ]);
});

// Otherwise a running campaign's change of placements would bring words to light that no start has checked.
it.each(platforms)("a campaign on %s cannot move to placements that show more of its texts", (platform) => {
  const { placements } = getCapabilities(platform) ?? {};
  if (placements?.pick !== "some") return;
  const shown = placements.options.map((one) => {
    const { textMax, descriptions } = getCapabilities(platform, [one]) ?? {};
    return { textMax, descriptions };
  });
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
});

it("a licence answers for words of its kind alone", () => {
  expect(checkLicences(needs, new Set(["discount"]))).toEqual([
    { code: "campaigns.prize_draw_licence_missing", field: "more_headlines", params: { words: "سحب" } },
    { code: "campaigns.prize_draw_licence_missing", field: "text", params: { words: "وجوائز" } },
  ]);
  expect(checkLicences(needs, new Set(["discount", "prize_draw"]))).toEqual([]);
});

it("a draft has the problem at its ad's field as soon as the merchant's licences are known", () => {
  const draft = setAd(choosePlatforms(emptyDraft(), ["tiktok"]), null, "ad-1", { headline: "خصم اليوم" });
  const problems = (licences?: ReadonlySet<LicenceKind>) =>
    checkDraft(draft, {
      ...context,
      ...(licences
        ? { checkLaw: (ad, limits) => checkLicences(findLicenceNeeds(ad, limits), licences) }
        : {}),
    }).filter(({ code }) => code.endsWith("licence_missing"));
  expect(problems()).toEqual([]);
  expect(problems(new Set(["discount"]))).toEqual([]);
  expect(problems(new Set(["creator"]))).toMatchObject([
    {
      code: "campaigns.discount_licence_missing",
      field: "ad_groups.0.ads.0.headline",
      params: { words: "خصم" },
    },
  ]);
});
