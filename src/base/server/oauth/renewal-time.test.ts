import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeRenewal } from "./token-manager.ts";

const issued = new Date("2026-11-22T09:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const at = (lifeMs: number, ageMs: number) =>
  computeRenewal(
    { issued_at: issued, access_expires_at: new Date(issued.getTime() + lifeMs) },
    new Date(issued.getTime() + ageMs),
  );

describe("an access token is due for renewal", () => {
  it.each([
    ["in the last quarter of an hour", hour, 45 * minute],
    ["a day before the end of two weeks", 14 * day, 13 * day],
    ["two minutes before the end of five", 5 * minute, 3 * minute],
  ])("%s", (_when, lifeMs, dueAtMs) => {
    expect(at(lifeMs, dueAtMs - 1).isDue).toBe(false);
    expect(at(lifeMs, dueAtMs).isDue).toBe(true);
  });

  it("never, when it has no expiry", () => {
    const forever = { issued_at: issued, access_expires_at: null };
    expect(computeRenewal(forever, new Date(issued.getTime() + 1_000 * day)).isDue).toBe(false);
  });

  it("whenever it has expired, and never more than a day, or more than a quarter of a long life, ahead", () => {
    const lives = fc.integer({ min: minute, max: 100 * day });
    fc.assert(
      fc.property(lives, fc.double({ min: 0, max: 2, noNaN: true }), (lifeMs, age) => {
        const { leftMs, isDue } = at(lifeMs, Math.round(lifeMs * age));
        if (leftMs <= 2 * minute) expect(isDue).toBe(true);
        else if (isDue) expect(leftMs).toBeLessThanOrEqual(Math.min(day, lifeMs / 4));
      }),
    );
  });
});
