import { describe, expect, it } from "vitest";
import { secondsToNextTry } from "./next-try.ts";

describe("the wait after failures", () => {
  it("doubles with each failure, up to ten minutes", () => {
    expect([1, 2, 3, 6, 7, 40].map((failures) => secondsToNextTry(failures, 0))).toEqual([
      15, 30, 60, 480, 600, 600,
    ]);
  });

  it("is never shorter than the wait the platform imposed", () => {
    expect(secondsToNextTry(1, 90)).toBe(90);
    expect(secondsToNextTry(2, 5)).toBe(30);
  });
});
