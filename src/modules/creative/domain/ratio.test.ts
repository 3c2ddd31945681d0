import { expect, it } from "vitest";
import { toRatio } from "./ratio.ts";

it.each([
  [1_080, 1_920, "9:16"],
  [1_080, 1_080, "1:1"],
  [1_080, 1_350, "4:5"],
  [1_920, 1_080, "16:9"],
  [1_079, 1_920, "1079:1920"],
])("%i by %i is %s", (width, height, ratio) => {
  expect(toRatio(width, height)).toBe(ratio);
});
