import { expect, test } from "vitest";
import { addSample, computeSecondsLeft, computeSpeed, type Sample } from "./speed.ts";

const after = (...samples: [at: number, sent: number][]) =>
  samples.reduce<Sample[]>((known, [at, sent]) => addSample(known, { at, sent }), []);

test("speed is told after a second, from what was sent since", () => {
  expect(computeSpeed(after([0, 0], [900, 500_000]))).toBeNull();
  expect(computeSpeed(after([0, 0], [1_000, 500_000]))).toBe(500_000);
});

test("a slower connection is noticed: what is older than eight seconds no longer counts", () => {
  const samples = after([0, 0], [1_000, 9_000_000], [2_000, 9_100_000], [9_500, 9_850_000]);
  expect(computeSpeed(samples)).toBeCloseTo(100_000);
});

test("an upload that goes on from an earlier byte is measured anew", () => {
  expect(computeSpeed(after([0, 0], [1_000, 900_000], [1_500, 400_000]))).toBeNull();
});

test("the time left is not told of a connection that stands still", () => {
  expect(computeSecondsLeft(10_000, 1_000)).toBe(10);
  expect(computeSecondsLeft(10_001, 1_000)).toBe(11);
  expect(computeSecondsLeft(10_000, 0)).toBeNull();
  expect(computeSecondsLeft(10_000, null)).toBeNull();
});
