import { describe, expect, it } from "vitest";
import { isInDayparting } from "./dayparting.ts";

const zone = "Asia/Riyadh";
/** Monday from nine in the evening on: the last six half hours of the first day. */
const mondayNight = `${"0".repeat(42)}${"1".repeat(6)}${"0".repeat(6 * 48)}`;

describe("the half hours of an ad group", () => {
  it.each([
    ["2026-11-23T17:59:00Z", false], // Monday 20:59 in Riyadh
    ["2026-11-23T18:00:00Z", true],
    ["2026-11-23T20:59:00Z", true],
    ["2026-11-23T21:00:00Z", false], // Tuesday
    ["2026-11-22T18:00:00Z", false], // Sunday
  ])("at %s: %s", (at, isShown) => expect(isInDayparting(mondayNight, new Date(at), zone)).toBe(isShown));

  it.each([undefined, "", "0".repeat(336), "1".repeat(336)])("are all of them without a choice", (none) =>
    expect(isInDayparting(none, new Date("2026-11-23T10:00:00Z"), zone)).toBe(true),
  );
});
