import { describe, expect, it } from "vitest";
import { canAttach, canOpenAnother, isGivenUp, nextCheckSeconds, nextReadMs } from "./schedule.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe("when the gateway is asked again", () => {
  it.each([
    [0, true, 60],
    [14, true, 60],
    [15, true, 240],
    [2, false, 60],
    [3, false, 600],
  ])("after %i checks (a payment was started: %s) it is in %i seconds", (checks, hasPayment, seconds) => {
    expect(nextCheckSeconds(checks, hasPayment)).toBe(seconds);
  });

  it("a payment is read less and less often, and not after 120 days", () => {
    const ages = [0, 2 * dayMs - 1, 2 * dayMs, 14 * dayMs, 120 * dayMs - 1, 120 * dayMs];
    expect(ages.map(nextReadMs)).toEqual([hourMs, hourMs, 6 * hourMs, dayMs, dayMs, null]);
  });

  it("an intent that nobody paid is given up after a day, and not at exactly a day", () => {
    const opened = new Date("2026-11-21T09:00:00Z");
    expect(isGivenUp(opened, new Date(opened.getTime() + dayMs))).toBe(false);
    expect(isGivenUp(opened, new Date(opened.getTime() + dayMs + 1))).toBe(true);
  });

  it("ten unconfirmed attempts and twenty open intents are the most", () => {
    expect([canAttach(9), canAttach(10)]).toEqual([true, false]);
    expect([canOpenAnother(19), canOpenAnother(20)]).toEqual([true, false]);
  });
});
