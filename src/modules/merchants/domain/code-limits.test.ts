import { describe, expect, it } from "vitest";
import { decideSend, usualCodeLimits as limits, type SendFacts } from "./code-limits.ts";

const now = new Date("2026-11-21T21:30:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

const facts = (changed: Partial<SendFacts> = {}): SendFacts => ({
  lockedUntil: null,
  ofNumberThisHour: [],
  ofAddressThisHour: 0,
  oldestOfAddress: null,
  allThisHour: 0,
  allThisDay: 0,
  sampled: { sent: 0, used: 0 },
  lastOfAll: null,
  ...changed,
});
const decide = (changed: Partial<SendFacts>) => decideSend(facts(changed), limits, now);

describe("a code is sent", () => {
  it.each([
    ["the first", [], 60],
    ["the second, a minute later", [60], 60],
    ["the third", [60, 130], 120],
    ["the fourth", [120, 300, 400], 300],
    ["the fifth", [300, 600, 900, 1_000], 600],
  ])("%s, and the countdown grows", (_name, before, countdownSeconds) => {
    expect(decide({ ofNumberThisHour: before.map(ago) })).toEqual({ kind: "send", countdownSeconds });
  });

  it("as the thirtieth of its address", () => {
    expect(decide({ ofAddressThisHour: 29 })).toMatchObject({ kind: "send" });
  });

  it("when exactly a fifth of the last hundred was used", () => {
    expect(decide({ sampled: { sent: 100, used: 20 }, lastOfAll: ago(1) })).toMatchObject({ kind: "send" });
  });

  it("when few were used of too few to judge", () => {
    expect(decide({ sampled: { sent: 99, used: 0 }, lastOfAll: ago(1) })).toMatchObject({ kind: "send" });
  });
});

describe("a code waits", () => {
  it.each([
    ["a second too early after the first", { ofNumberThisHour: [ago(59)] }, "code_just_sent", 1],
    ["after the third, for two minutes", { ofNumberThisHour: [90, 200, 300].map(ago) }, "code_just_sent", 30],
    [
      "after the fifth, until the first is an hour old",
      { ofNumberThisHour: [700, 1_400, 2_000, 2_200, 3_000].map(ago) },
      "codes_spent",
      600,
    ],
    ["while the number is locked", { lockedUntil: ago(-90) }, "number_locked", 90],
    [
      "as the thirty-first of its address",
      { ofAddressThisHour: 30, oldestOfAddress: ago(3_000) },
      "address_spent",
      600,
    ],
    ["past the ceiling of the hour", { allThisHour: limits.perHour }, "codes_paused", 900],
    ["past the ceiling of the day", { allThisDay: limits.perDay }, "codes_paused", 900],
    [
      "when codes are bought and not used",
      { sampled: { sent: 100, used: 19 }, lastOfAll: ago(10) },
      "codes_paused",
      20,
    ],
  ] as const)("%s", (_name, changed, why, seconds) => {
    expect(decide(changed as Partial<SendFacts>)).toEqual({ kind: "wait", why, seconds });
  });

  it("no longer than the trickle lets through when codes are not used", () => {
    expect(decide({ sampled: { sent: 100, used: 0 }, lastOfAll: ago(30) })).toMatchObject({ kind: "send" });
  });

  it("no longer once the lock has passed", () => {
    expect(decide({ lockedUntil: now })).toMatchObject({ kind: "send" });
  });
});
