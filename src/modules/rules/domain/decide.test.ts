import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeBudget, type DecidingRule, decide, type Facts } from "./decide.ts";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const stopTheLoser: DecidingRule = {
  target: "roas",
  comparison: "less",
  value: 120,
  action: "stop_campaign",
  change_unit: null,
  change_value: null,
  min_spend_halalas: 10_000,
  min_clicks: 0,
  cooldown_hours: 6,
  max_acts_per_day: 3,
  max_change_percent: 20,
};
const raiseTheWinner: DecidingRule = {
  ...stopTheLoser,
  comparison: "greater",
  value: 300,
  action: "increase_budget",
  change_unit: "percent",
  change_value: 15,
};
const cutTheLoser: DecidingRule = { ...raiseTheWinner, comparison: "less", action: "decrease_budget" };

const facts: Facts = {
  spend_halalas: 20_000,
  sales_halalas: 16_000,
  clicks: 40,
  hasFigures: true,
  readAt: hoursAgo(1),
};
const winning: Facts = { ...facts, sales_halalas: 80_000 };
const subject = { dailyBudgetHalalas: 10_000, minimumBudgetHalalas: 5_000, hasDrift: false };
const base = {
  facts,
  subject,
  history: { lastActAt: null, actsToday: 0 },
  allowance: { raiseHalalas: 50_000 },
  now,
};

describe("what a rule decides", () => {
  it("stops a campaign that brings back less than the value", () => {
    expect(decide(stopTheLoser, base)).toEqual({
      kind: "act",
      act: { kind: "stop", from_halalas: 10_000 },
      seen: 80,
    });
  });

  it("leaves one that brings back exactly the value", () => {
    const even = { ...facts, sales_halalas: 24_000 };
    expect(decide(stopTheLoser, { ...base, facts: even })).toEqual({
      kind: "leave",
      reason: "not_met",
      seen: 120,
    });
  });

  it("raises to a value computed once", () => {
    expect(decide(raiseTheWinner, { ...base, facts: winning })).toMatchObject({
      act: { kind: "set_budget", from_halalas: 10_000, to_halalas: 11_500 },
    });
  });

  it.each([
    ["no_figures", { ...facts, hasFigures: false }],
    ["no_figures", { ...facts, readAt: null }],
    ["figures_stale", { ...facts, readAt: hoursAgo(3.01) }],
    ["spend_too_small", { ...facts, spend_halalas: 9_999 }],
  ])("does nothing because of %s", (reason, seen) => {
    expect(decide(stopTheLoser, { ...base, facts: seen })).toMatchObject({ kind: "leave", reason });
  });

  it("does nothing where there is nothing to divide by", () => {
    const rule = { ...stopTheLoser, min_spend_halalas: 0 };
    const none = { ...facts, spend_halalas: 0, sales_halalas: 0 };
    expect(decide(rule, { ...base, facts: none })).toEqual({
      kind: "leave",
      reason: "nothing_to_divide",
      seen: null,
    });
  });

  it("does nothing below its number of clicks", () => {
    expect(decide({ ...stopTheLoser, min_clicks: 41 }, base)).toMatchObject({ reason: "clicks_too_few" });
  });

  it("waits after the last change of the campaign, except to stop it", () => {
    const history = { lastActAt: hoursAgo(5.9), actsToday: 3 };
    expect(decide(raiseTheWinner, { ...base, facts: winning, history })).toMatchObject({
      reason: "changed_lately",
    });
    expect(decide(stopTheLoser, { ...base, history })).toMatchObject({ kind: "act" });
  });

  it("changes a campaign so many times a day", () => {
    const history = { lastActAt: hoursAgo(7), actsToday: 3 };
    expect(decide(raiseTheWinner, { ...base, facts: winning, history })).toMatchObject({
      reason: "acts_used_up",
    });
  });

  it("raises nothing beyond what all rules together may", () => {
    const allowance = { raiseHalalas: 1_499 };
    expect(decide(raiseTheWinner, { ...base, facts: winning, allowance })).toMatchObject({
      reason: "ceiling_reached",
    });
  });

  it("does not touch a campaign whose platform has another value", () => {
    const drifted = { ...subject, hasDrift: true };
    expect(decide(stopTheLoser, { ...base, subject: drifted })).toMatchObject({ reason: "budget_differs" });
  });

  it("says that the platform's minimum is reached", () => {
    const least = { ...subject, dailyBudgetHalalas: 5_000 };
    expect(decide(cutTheLoser, { ...base, subject: least })).toMatchObject({ reason: "at_minimum" });
  });
});

describe("a new budget", () => {
  const amounts = fc.integer({ min: 100, max: 10_000_000 });
  const rules = fc.record({
    action: fc.constantFrom("increase_budget" as const, "decrease_budget" as const),
    change_unit: fc.constantFrom("percent" as const, "amount" as const),
    change_value: fc.integer({ min: 1, max: 1_000_000 }),
    max_change_percent: fc.integer({ min: 1, max: 100 }),
  });

  it("never leaves its guardrails", () => {
    fc.assert(
      fc.property(rules, amounts, amounts, (change, from, minimum) => {
        const rule = { ...raiseTheWinner, ...change };
        const to = computeBudget(rule, { dailyBudgetHalalas: from, minimumBudgetHalalas: minimum });
        expect(Math.abs(to - from)).toBeLessThanOrEqual((from * rule.max_change_percent) / 100);
        if (rule.action === "increase_budget") expect(to).toBeGreaterThanOrEqual(from);
        else {
          expect(to).toBeLessThanOrEqual(from);
          if (to < from) expect(to).toBeGreaterThanOrEqual(minimum);
        }
      }),
    );
  });
});
