import { expect, it } from "vitest";
import { drawRandomBytes } from "./random-bytes.ts";

it("gives bytes that no later call gives or changes, also when the pool is filled again", () => {
  const drawn = Array.from({ length: 2_000 }, () => drawRandomBytes(16));
  const texts = drawn.map((bytes) => bytes.toString("hex"));
  drawRandomBytes(16).fill(0);
  expect(new Set(texts).size).toBe(2_000);
  expect(drawn.map((bytes) => bytes.toString("hex"))).toEqual(texts);
});
