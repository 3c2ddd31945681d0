import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  computePollWindow,
  correctionMs,
  firstDayByHours,
  hasRiyadhDays,
  isTimeToSettle,
  wholeDays,
} from "./poll-window.ts";

const at = (text: string) => new Date(text);
const started = at("2026-11-01T00:00:00Z");
const now = at("2026-11-21T09:20:00Z");

describe("the hours of a poll", () => {
  it("begin with the campaign at first, and end after the current hour", () => {
    expect(computePollWindow(started, null, now)).toEqual({
      from: started,
      to: at("2026-11-21T10:00:00Z"),
      corrects: true,
    });
  });

  it("overlap the previous poll", () => {
    const poll = {
      readUntil: at("2026-11-21T09:10:00Z"),
      correctedAt: at("2026-11-21T06:00:00Z"),
      settledAt: now,
    };
    expect(computePollWindow(started, poll, now)).toMatchObject({
      from: at("2026-11-21T06:00:00Z"),
      corrects: false,
    });
  });

  it("go a week back when corrections are due", () => {
    const poll = {
      readUntil: at("2026-11-21T09:10:00Z"),
      correctedAt: at("2026-11-21T03:00:00Z"),
      settledAt: now,
    };
    expect(computePollWindow(started, poll, now)).toMatchObject({
      from: at("2026-11-14T09:00:00Z"),
      corrects: true,
    });
  });

  it("leave no gap after a long outage", () => {
    const poll = {
      readUntil: at("2026-11-10T12:00:00Z"),
      correctedAt: at("2026-11-21T09:00:00Z"),
      settledAt: now,
    };
    expect(computePollWindow(started, poll, now).from).toEqual(at("2026-11-10T09:00:00Z"));
  });
});

describe("the days reported as whole days", () => {
  it("end with yesterday, and before noon with the day before", () => {
    expect(firstDayByHours(at("2026-11-21T08:59:59Z"))).toBe("2026-11-20");
    expect(firstDayByHours(at("2026-11-21T09:00:00Z"))).toBe("2026-11-21");
  });

  it("are whole days in Riyadh", () => {
    expect(wholeDays(at("2026-11-20T10:00:00Z"), at("2026-11-20T21:00:00Z"))).toEqual({
      from: at("2026-11-19T21:00:00Z"),
      to: at("2026-11-20T21:00:00Z"),
    });
  });

  it("are never requested by some of their hours afterwards, whenever the next poll comes", () => {
    const minutes = fc.integer({ min: 1, max: 40 * 24 * 60 });
    fc.assert(
      fc.property(minutes, minutes, (first, after) => {
        const earlier = new Date(started.getTime() + first * 60_000);
        const later = new Date(earlier.getTime() + after * 60_000);
        expect(firstDayByHours(later) >= firstDayByHours(earlier)).toBe(true);
        const poll = { readUntil: earlier, correctedAt: earlier, settledAt: earlier };
        const { from, to, corrects } = computePollWindow(started, poll, later);
        expect(from <= earlier && to > later).toBe(true);
        expect(corrects && from.getTime() > later.getTime() - correctionMs && from > started).toBe(false);
        expect(firstDayByHours(later) <= toRiyadhDay(later)).toBe(true);
      }),
    );
  });

  it("are requested only where the account's day is Riyadh's all year round", () => {
    const zones = [
      "Asia/Riyadh",
      "Asia/Kuwait",
      "Asia/Dubai",
      "Europe/Istanbul",
      "America/New_York",
      "Africa/Cairo",
    ];
    expect(zones.filter((zone) => hasRiyadhDays(zone, 2026))).toEqual([
      "Asia/Riyadh",
      "Asia/Kuwait",
      "Europe/Istanbul",
    ]);
  });
});

describe("the spend", () => {
  const poll = (settledAt: string) => ({ readUntil: now, correctedAt: now, settledAt: at(settledAt) });

  it("is settled at the first poll, then once an hour", () => {
    expect(isTimeToSettle(null, now)).toBe(true);
    expect(isTimeToSettle(poll("2026-11-21T09:00:00Z"), now)).toBe(false);
    expect(isTimeToSettle(poll("2026-11-21T08:59:59Z"), now)).toBe(true);
  });
});
