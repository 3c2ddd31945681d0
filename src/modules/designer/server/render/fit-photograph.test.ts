import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fitPhotograph } from "./fit-photograph.ts";

const wide = { width: 1_000, height: 400 };
const paint = (inner: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#dddddd"/>${inner}</svg>`,
    ),
  )
    .png()
    .toBuffer();
/** A product from the photograph's top to its foot. */
const product = '<rect x="250" y="20" width="100" height="560" fill="#cc2222"/>';

async function readColors(png: Buffer, points: [number, number][]) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([wide.width, wide.height]);
  return points.map(([x, y]) => {
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, "0")).join("");
  });
}

describe("a photograph in a box of other proportions", () => {
  it("on a plain ground is whole, and its ground is carried on", async () => {
    const colors = await readColors(await fitPhotograph(await paint(product), wide), [
      [500, 30],
      [500, 380],
      [5, 200],
      [995, 200],
    ]);
    expect(colors).toEqual(["cc2222", "cc2222", "dddddd", "dddddd"]);
  });

  it("on any other ground fills the box", async () => {
    const stripes = Array.from(
      { length: 10 },
      (_, index) => `<rect y="${index * 60}" width="600" height="30" fill="#2244aa"/>`,
    ).join("");
    const filled = await fitPhotograph(await paint(stripes + product), wide);
    // The product is as wide as the box is wider than the photograph.
    const [left, right] = await readColors(filled, [
      [425, 200],
      [575, 200],
    ]);
    expect([left, right]).toEqual(["cc2222", "cc2222"]);
  });
});
