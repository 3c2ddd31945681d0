import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Facts } from "./conditions.ts";
import { computeBudget, type DecidingRule, decide } from "./decide.ts";
import { findBudgetsBefore } from "./restore.ts";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const stopTheLoser: DecidingRule = {
  target: "roas",
  comparison: "less",
  basis: "value",
  value: 120,
  more_conditions: [],
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
  days: 3,
  hasFigures: true,
  weekBefore: null,
  readAt: hoursAgo(1),
};
const winning: Facts = { ...facts, sales_halalas: 80_000 };
const subject = {
  dailyBudgetHalalas: 10_000,
  minimumBudgetHalalas: 5_000,
  restoreToHalalas: null,
  hasDrift: false,
};
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
      conditions: [{ join: null, target: "roas", comparison: "less", basis: "value", value: 120, seen: 80 }],
    });
  });

  it("leaves one that brings back exactly the value", () => {
    const even = { ...facts, sales_halalas: 24_000 };
    expect(decide(stopTheLoser, { ...base, facts: even })).toMatchObject({
      kind: "leave",
      reason: "not_met",
      conditions: [{ seen: 120 }],
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
    expect(decide(rule, { ...base, facts: none })).toMatchObject({
      kind: "leave",
      reason: "nothing_to_divide",
      conditions: [{ seen: null }],
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

describe("several conditions", () => {
  const weekBefore = { spend_halalas: 70_000, sales_halalas: 140_000 };
  const more = (
    join: "and" | "or",
    target: "spend" | "sales",
    comparison: "greater" | "less",
    value: number,
  ) => ({ join, target, comparison, basis: "value" as const, value });
  const kind = (rule: DecidingRule, seen: Facts = facts) => {
    const decision = decide(rule, { ...base, facts: seen });
    return decision.kind === "leave" ? decision.reason : decision.act.kind;
  };

  it("are met by one group in full: and binds closer than or", () => {
    const rule = (...more_conditions: ReturnType<typeof more>[]) => ({ ...stopTheLoser, more_conditions });
    expect(kind(rule(more("and", "spend", "greater", 30_000)))).toBe("not_met");
    expect(kind(rule(more("and", "spend", "greater", 10_000)))).toBe("stop");
    expect(kind(rule(more("and", "spend", "greater", 30_000), more("or", "sales", "less", 20_000)))).toBe(
      "stop",
    );
    expect(
      kind(rule(more("or", "sales", "less", 20_000), more("and", "spend", "greater", 30_000)), winning),
    ).toBe("not_met");
  });

  it("compare a campaign with its own seven days before, by the day", () => {
    // 100 riyals a day before; 200 in the three days of the window are 67 % of it.
    const rule: DecidingRule = { ...stopTheLoser, target: "spend", basis: "own_week", value: 67 };
    expect(decide(rule, { ...base, facts: { ...facts, weekBefore } }).conditions[0]?.seen).toBe(67);
    expect(kind(rule, { ...facts, weekBefore })).toBe("not_met");
    expect(kind({ ...rule, value: 68 }, { ...facts, weekBefore })).toBe("stop");
    // A return of 0.80 is 40 % of 2.00.
    const roas = decide({ ...rule, target: "roas" }, { ...base, facts: { ...facts, weekBefore } });
    expect(roas.conditions[0]?.seen).toBe(40);
  });

  it("say nothing without a week before", () => {
    const rule: DecidingRule = { ...stopTheLoser, target: "spend", basis: "own_week", value: 300 };
    expect(kind(rule)).toBe("no_week_before");
    expect(kind(rule, { ...facts, weekBefore: { spend_halalas: 0, sales_halalas: 0 } })).toBe(
      "no_week_before",
    );
  });
});

describe("the way back", () => {
  const restore: DecidingRule = { ...stopTheLoser, action: "restore_budget", max_change_percent: 20 };
  const to = (restoreToHalalas: number | null) => {
    const decision = decide(restore, { ...base, subject: { ...subject, restoreToHalalas } });
    return decision.kind === "leave" ? decision.reason : decision.act;
  };

  it("leads to the budget before rules changed it, by no more than the cap at a time", () => {
    expect(to(9_000)).toEqual({ kind: "set_budget", from_halalas: 10_000, to_halalas: 9_000 });
    expect(to(5_000)).toEqual({ kind: "set_budget", from_halalas: 10_000, to_halalas: 8_000 });
    expect(to(30_000)).toEqual({ kind: "set_budget", from_halalas: 10_000, to_halalas: 12_000 });
  });

  it("does nothing where rules have changed nothing", () => {
    expect(to(null)).toBe("nothing_to_restore");
    expect(to(10_000)).toBe("nothing_to_restore");
  });

  it("starts from what the merchant set last", () => {
    const campaign = { id: "cmp_1", daily_budget_halalas: 132_00 };
    const change = (from_halalas: number, to_halalas: number) => ({
      campaign_id: "cmp_1",
      from_halalas,
      to_halalas,
    });
    const raises = [change(115_00, 132_00), change(100_00, 115_00)];
    expect(findBudgetsBefore([campaign], raises)).toEqual(new Map([["cmp_1", 100_00]]));
    const byHand = [change(120_00, 132_00), change(100_00, 115_00)];
    expect(findBudgetsBefore([campaign], byHand)).toEqual(new Map([["cmp_1", 120_00]]));
    const back = [change(132_00, 100_00), ...raises];
    expect(findBudgetsBefore([{ ...campaign, daily_budget_halalas: 100_00 }], back)).toEqual(new Map());
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
        const to = computeBudget(rule, {
          dailyBudgetHalalas: from,
          minimumBudgetHalalas: minimum,
          restoreToHalalas: null,
        });
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
