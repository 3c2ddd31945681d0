import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { draftContent } from "../contract/draft-content.ts";
import {
  addAd,
  addAdGroup,
  choosePlatforms,
  clearDifferences,
  copyAd,
  copyAdGroup,
  moveAd,
  moveAdGroup,
  removeAd,
  removeAdGroup,
  setAd,
  setAdGroup,
  setCampaign,
  setShare,
} from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { getPart, toPlanDraft, toPlatformDraft } from "./read-draft.ts";
import { wholeShare } from "./split-budget.ts";

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const at = fc.option(fc.constantFrom(...platforms), { nil: null });
const word = fc.constantFrom("", "Ajwa", "Sukkari");
const groupKey = (draft: PlanDraft, index: number) =>
  draft.ad_groups[index % draft.ad_groups.length]?.key ?? "";
const adKey = (draft: PlanDraft, index: number) => {
  const all = draft.ad_groups.flatMap(({ ads }) => ads);
  return all[index % all.length]?.key ?? "";
};
type Edit = (draft: PlanDraft) => PlanDraft;
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.subarray([...platforms]).map(
    (chosen): Edit =>
      (draft) =>
        choosePlatforms(draft, chosen),
  ),
  fc.tuple(at, word).map(
    ([on, name]): Edit =>
      (draft) =>
        setCampaign(draft, on, { name }),
  ),
  fc.tuple(at, fc.nat(9), word).map(
    ([on, index, name]): Edit =>
      (draft) =>
        setAdGroup(draft, on, groupKey(draft, index), { name, gender: name ? "female" : "all" }),
  ),
  fc.tuple(at, fc.nat(9), word).map(
    ([on, index, headline]): Edit =>
      (draft) =>
        setAd(draft, on, adKey(draft, index), { headline }),
  ),
  fc.constantFrom<Edit>((draft) => addAdGroup(draft, newKey)),
  fc.nat(9).map(
    (index): Edit =>
      (draft) =>
        addAd(draft, groupKey(draft, index), newKey),
  ),
  fc.nat(9).map(
    (index): Edit =>
      (draft) =>
        copyAdGroup(draft, groupKey(draft, index), newKey),
  ),
  fc.nat(9).map(
    (index): Edit =>
      (draft) =>
        copyAd(draft, adKey(draft, index), newKey),
  ),
  fc.nat(9).map(
    (index): Edit =>
      (draft) =>
        removeAdGroup(draft, groupKey(draft, index)),
  ),
  fc.nat(9).map(
    (index): Edit =>
      (draft) =>
        removeAd(draft, adKey(draft, index)),
  ),
  fc.tuple(fc.nat(9), fc.integer({ min: -2, max: 2 })).map(
    ([index, by]): Edit =>
      (draft) =>
        moveAd(moveAdGroup(draft, groupKey(draft, index), by), adKey(draft, index), by),
  ),
  fc.tuple(fc.constantFrom(...platforms), fc.nat(wholeShare)).map(
    ([on, share]): Edit =>
      (draft) =>
        draft.platforms[on] ? setShare(draft, on, share) : draft,
  ),
);
const written = fc
  .array(edit, { maxLength: 25 })
  .map((edits) => edits.reduce((draft, one) => one(draft), emptyDraft()));

describe("a plan that is being written", () => {
  it("comes back from the server as it was left", () => {
    fc.assert(
      fc.property(written, (draft) => {
        expect(toPlanDraft(draftContent.parse(JSON.parse(JSON.stringify(draft))))).toEqual(draft);
      }),
    );
  });

  it("always has an ad to fill, keys of their own, and shares that make a whole", () => {
    fc.assert(
      fc.property(written, (draft) => {
        const all = draft.ad_groups.flatMap((group) => [group.key, ...group.ads.map(({ key }) => key)]);
        expect(new Set(all).size).toBe(all.length);
        expect(draft.ad_groups.every(({ ads }) => ads.length > 0)).toBe(true);
        const shares = listPlatforms(draft).map((one) => getPart(draft, one).own.budget_share);
        if (shares.length > 0) expect(shares.reduce((sum, one) => sum + one, 0)).toBe(wholeShare);
      }),
    );
  });

  it("keeps no difference of what is gone", () => {
    fc.assert(
      fc.property(written, (draft) => {
        const all = new Set(
          draft.ad_groups.flatMap((group) => [group.key, ...group.ads.map(({ key }) => key)]),
        );
        for (const platform of listPlatforms(draft)) {
          const { differs } = getPart(draft, platform);
          for (const key of [...Object.keys(differs.ad_groups), ...Object.keys(differs.ads)])
            expect(all.has(key)).toBe(true);
        }
      }),
    );
  });
});

const chosen: Platform[] = ["meta", "snapchat"];
const onTwo = () => choosePlatforms(emptyDraft(), chosen);

describe("what differs on a platform", () => {
  it("is seen there alone, and the others follow the shared text", () => {
    const shared = setAd(onTwo(), null, "ad-1", { headline: "عجوة" });
    const draft = setAd(setAd(shared, "snapchat", "ad-1", { headline: "سناب" }), null, "ad-1", {
      headline: "جديد",
    });
    expect(toPlatformDraft(draft, "snapchat").ad_groups[0]?.ads[0]?.headline).toBe("سناب");
    expect(toPlatformDraft(draft, "meta").ad_groups[0]?.ads[0]?.headline).toBe("جديد");
  });

  it("is forgotten once it is written like the shared one", () => {
    const shared = setCampaign(onTwo(), null, { name: "عجوة" });
    const draft = setCampaign(setCampaign(shared, "meta", { name: "ميتا" }), "meta", { name: "عجوة" });
    expect(draft).toEqual(shared);
  });

  it("goes with a copy, and all of it can be taken back", () => {
    const draft = setAd(onTwo(), "meta", "ad-1", { headline: "ميتا" });
    const copied = copyAd(draft, "ad-1", () => "ad-2");
    expect(toPlatformDraft(copied, "meta").ad_groups[0]?.ads.map(({ headline }) => headline)).toEqual([
      "ميتا",
      "ميتا",
    ]);
    expect(clearDifferences(draft, "meta")).toEqual(onTwo());
  });

  it("of a platform that was left out meanwhile changes nothing", () => {
    const draft = onTwo();
    expect(setAd(draft, "x", "ad-1", { media_id: "med_1" })).toEqual(draft);
  });
});

it("a platform that is added takes an equal part of the budget from the others", () => {
  const draft = choosePlatforms(setShare(onTwo(), "meta", 8_000), ["meta", "snapchat", "tiktok"]);
  const shares = (["meta", "snapchat", "tiktok"] as const).map((one) => getPart(draft, one).own.budget_share);
  expect(shares).toEqual([5_334, 1_333, 3_333]);
});
