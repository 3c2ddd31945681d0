import { describe, expect, it } from "vitest";
import { choosePlatforms } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { placePictures } from "./place-pictures.ts";
import { toPlatformDraft } from "./read-draft.ts";

const story = { id: "med_story", width: 1_080, height: 1_920 };
const square = { id: "med_square", width: 1_080, height: 1_080 };
const wide = { id: "med_wide", width: 1_200, height: 628 };

describe("pictures of a design in a draft", () => {
  it("go where their size is taken: each platform has the one that fits it", () => {
    const draft = choosePlatforms(emptyDraft(), ["snapchat", "tiktok", "x"]);
    const placed = placePictures(draft, "ad-1", [wide, square, story]);
    const media = (platform: "snapchat" | "tiktok" | "x") =>
      toPlatformDraft(placed.draft, platform).ad_groups[0]?.ads[0]?.media_id;
    expect([media("snapchat"), media("tiktok"), media("x")]).toEqual([
      "med_story",
      "med_story",
      "med_square",
    ]);
    expect(placed.without).toEqual([]);
    expect(placed.draft.platforms.tiktok?.differs.ads).toEqual({});
  });

  it("that fit no platform are said, and the ad has one all the same", () => {
    const placed = placePictures(choosePlatforms(emptyDraft(), ["snapchat"]), "ad-1", [square]);
    expect(placed.without).toEqual(["snapchat"]);
    expect(placed.draft.ad_groups[0]?.ads[0]?.media_id).toBe("med_square");
  });

  it("without a platform are the usual size, or the first", () => {
    const media = (pictures: (typeof story)[]) =>
      placePictures(emptyDraft(), "ad-1", pictures).draft.ad_groups[0]?.ads[0]?.media_id;
    expect(media([square, story])).toBe("med_story");
    expect(media([square, wide])).toBe("med_square");
  });
});
