import { describe, expect, it } from "vitest";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { startFraming } from "./framing.ts";
import { changeFraming, filterByKind, listAllTargets, listTargets, startFramings } from "./media-targets.ts";

const all = platforms.flatMap((platform) => getCapabilities(platform) ?? []);
const snapchat = all.find(({ platform }) => platform === "snapchat") as Capabilities;

describe("the shapes a picture is needed in", () => {
  it("are the tall one that three platforms share, and X's square", () => {
    const shapes = filterByKind("image", listAllTargets(all)).map(({ id, platforms, place }) => ({
      id,
      platforms,
      place,
    }));
    expect(shapes).toEqual([
      { id: "image 1080×1920", platforms: ["meta", "snapchat", "tiktok"], place: {} },
      { id: "image 1080×1080", platforms: ["x"], place: { platform: "x" } },
    ]);
  });

  it("are one where the file is for one place", () => {
    const targets = listTargets([{ limits: snapchat, placements: [] }]);
    expect(filterByKind("image", targets)).toHaveLength(1);
    expect(targets[0]?.place).toEqual({ platform: "snapchat" });
  });

  it("of several platforms are joined under the narrowest limits", () => {
    const targets = listTargets(all.map((limits) => ({ limits, placements: [] })));
    const tall = targets.find(({ id }) => id === "video 1080×1920");
    expect(tall?.platforms).toEqual(["meta", "snapchat", "tiktok"]);
    expect(tall?.limits.maxBytes).toBe(500 * 1_024 * 1_024);
    expect(tall?.limits.seconds).toEqual({ min: 3, max: 180 });
  });

  it("of videos and moving pictures are the product's own alone", () => {
    expect(filterByKind("video", listAllTargets(all))).toHaveLength(1);
    expect(filterByKind("animated_image", listAllTargets(all))).toHaveLength(1);
  });
});

describe("a point of interest", () => {
  const targets = filterByKind("image", listAllTargets(all));
  const [tall, square] = targets.map(({ id }) => id) as [string, string];
  const focused = { ...startFraming, focus: { x: 0.2, y: 0.3 }, zoom: 2 };

  it("that is chosen for one shape is followed by the others, at their own zoom", () => {
    const { byTarget } = changeFraming(startFramings(targets), tall, focused);
    expect(byTarget[tall]).toEqual(focused);
    expect(byTarget[square]).toEqual({ ...focused, zoom: 1 });
  });

  it("of a shape that was framed by hand stays", () => {
    const byHand = changeFraming(startFramings(targets), square, focused);
    const { byTarget } = changeFraming(byHand, tall, { ...startFraming, focus: { x: 0.9, y: 0.9 } });
    expect(byTarget[square]).toEqual(focused);
  });
});
