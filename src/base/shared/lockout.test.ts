import { describe, expect, it } from "vitest";
import { lockedUntilAfter } from "./lockout.ts";

const now = new Date("2026-11-21T21:30:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe("consecutive failed attempts", () => {
  it.each([
    [4, null],
    [5, 60],
    [6, 120],
    [7, 300],
    [8, 900],
    [9, 1_800],
    [10, 3_600],
    [500, 3_600],
  ])("%i of them lock their source for %s seconds", (failures, seconds) => {
    expect(lockedUntilAfter(failures, now)).toEqual(seconds === null ? null : later(seconds));
  });
});
