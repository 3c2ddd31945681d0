import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import { changes, indicators } from "../../contract/enums.ts";
import { computeIndicator, decideMessage, type PeriodSums } from "./decide-message.ts";
import { findPause } from "./find-pause.ts";

const at = new Date("2026-11-28T07:00:00Z"); // 10:00 in Riyadh
const rule: CommunicationRuleFields = {
  indicator: "sales",
  change: "decreased",
  value: 20,
  days: 3,
  channel: "whatsapp",
  city: "riyadh",
  numbers: [],
};
const sums = (sales: number, spend = 100_00, orders = 10): PeriodSums => ({ sales, spend, orders });
type Input = Parameters<typeof decideMessage>[1];
const decide = (change: Partial<CommunicationRuleFields> = {}, input: Partial<Input> = {}, facts = {}) =>
  decideMessage(
    { ...rule, ...change },
    {
      facts: { now: sums(800_00), before: sums(1_000_00), readAt: at, ...facts },
      history: { sentOn: null, sameEventAt: null },
      pause: null,
      today: toRiyadhDay(at),
      at,
      ...input,
    },
  );
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

describe("a communication rule", () => {
  it.each([
    ["exactly on its value it speaks", 800_00, "send"],
    ["a halala above it stays silent", 800_01, "not_met"],
    ["a change in the other direction is none", 1_300_00, "not_met"],
    ["no change is none", 1_000_00, "not_met"],
  ])("%s", (_name, sales, expected) => {
    const decision = decide({}, {}, { now: sums(sales) });
    expect(decision.kind === "send" ? "send" : decision.reason).toBe(expected);
  });

  it("says by how much, rounded towards less", () => {
    expect(decide({}, {}, { now: sums(333_33) })).toMatchObject({
      kind: "send",
      percent: 66,
      valueNow: 333_33,
      valueBefore: 1_000_00,
    });
  });

  it.each([
    ["figures that were never read", { readAt: null }, "no_figures"],
    ["figures over three hours old", { readAt: hoursAgo(3.01) }, "figures_stale"],
    ["days without anything", { now: sums(0, 0, 0), before: sums(0, 0, 0) }, "no_figures"],
    ["nothing to compare with", { before: sums(0) }, "nothing_before"],
  ])("%s decide nothing", (_name, facts, reason) => {
    expect(decide({}, {}, facts)).toMatchObject({ kind: "stay_silent", reason });
  });

  it("a return without spending and a cost without orders are no values", () => {
    expect(computeIndicator("roas", sums(100, 0))).toBeNull();
    expect(computeIndicator("cost_per_order", sums(0, 100, 0))).toBeNull();
    expect(computeIndicator("roas", sums(250_00))).toBe(250);
  });

  it("speaks once a day", () => {
    const today = toRiyadhDay(at);
    expect(decide({}, { history: { sentOn: today, sameEventAt: hoursAgo(8) } })).toMatchObject({
      reason: "sent_today",
    });
  });

  it.each([
    [5.99, "same_event"],
    [6, "send"],
  ])("an event that another rule told %d hours ago: %s", (hours, expected) => {
    const decision = decide({}, { history: { sentOn: null, sameEventAt: hoursAgo(hours) } });
    expect(decision.kind === "send" ? "send" : decision.reason).toBe(expected);
  });

  it("waits for the morning, unless more is spent than comes back", () => {
    const pause = "quiet_hours" as const;
    expect(decide({}, { pause })).toMatchObject({ reason: "quiet_hours" });
    expect(decide({}, { pause }, { now: sums(99_99) })).toMatchObject({ kind: "send" });
  });

  it("speaks only when its change is at least its value, whatever the figures", () => {
    const some = fc.record({
      sales: fc.nat(10_000_000),
      spend: fc.nat(10_000_000),
      orders: fc.nat(10_000),
    });
    fc.assert(
      fc.property(
        some,
        some,
        fc.constantFrom(...indicators),
        fc.constantFrom(...changes),
        fc.integer({ min: 1, max: 300 }),
        (now, earlier, indicator, change, value) => {
          const decision = decide({ indicator, change, value }, {}, { now, before: earlier });
          const [a, b] = [decision.valueNow, decision.valueBefore];
          const share = a === null || b === null || b === 0 ? 0 : ((a - b) / b) * 100;
          const moved = change === "increased" ? share : -share;
          if (decision.kind === "send") expect(moved).toBeGreaterThanOrEqual(value - 1e-9);
          else if (decision.reason === "not_met") expect(moved).toBeLessThan(value + 1e-9);
        },
      ),
    );
  });
});

describe("times of peace", () => {
  const atMinute = (minute: number) =>
    new Date(startOfRiyadhDay(toRiyadhDay(at)).getTime() + minute * 60_000);
  it.each([
    [22 * 60 + 59, null],
    [23 * 60, "quiet_hours"],
    [0, "quiet_hours"],
    [7 * 60 + 59, "quiet_hours"],
    [8 * 60, null],
    [11 * 60 + 39, null],
    [11 * 60 + 40, "prayer"],
    [12 * 60 + 9, "prayer"],
    [12 * 60 + 10, null],
  ])("minute %i of the day in Riyadh: %s", (minute, pause) => {
    expect(findPause(atMinute(minute), [11 * 60 + 40, 14 * 60 + 41])).toBe(pause);
  });
});
