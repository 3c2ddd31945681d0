import { expect, it } from "vitest";
import { ownLimits } from "../../contract/uploads.ts";
import { sizeText } from "./size-text.ts";

it("limits read as they are written: 5 MB, 15 MB, 1 GB", () => {
  const { image, animated_image, video } = ownLimits;
  expect([image, animated_image, video].map(({ maxBytes }) => sizeText(maxBytes))).toEqual([
    "5 MB",
    "15 MB",
    "1 GB",
  ]);
});

it("a file a little above its limit reads as larger", () => {
  expect(sizeText(ownLimits.image.maxBytes + 200_000, 1)).toBe("5.2 MB");
});
