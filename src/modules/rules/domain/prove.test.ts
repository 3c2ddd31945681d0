import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bases, comparisons, joins, targets } from "../contract/enums.ts";
import { checkConditions, readConditions } from "./conditions.ts";
import { computeBudget } from "./decide.ts";
import { canFire, computeHighest, type ProvenRule, prove } from "./prove.ts";

const raise: ProvenRule = {
  id: "rul_raise",
  mode: "live",
  reached: ["cmp_1"],
  target: "roas",
  comparison: "greater",
  basis: "value",
  value: 300,
  more_conditions: [],
  action: "increase_budget",
  change_unit: "percent",
  change_value: 20,
  window_days: 3,
  stage: "delivered",
  min_spend_halalas: 10_000,
  min_clicks: 0,
  cooldown_hours: 24,
  max_acts_per_day: 3,
  max_change_percent: 20,
};
const cut: ProvenRule = {
  ...raise,
  id: "rul_cut",
  action: "decrease_budget",
  comparison: "less",
  value: 100,
};
const campaign = {
  id: "cmp_1",
  dailyBudgetHalalas: 30_000,
  minimumBudgetHalalas: 5_000,
  restoreToHalalas: null,
};
const ceilings = { raiseHalalas: 10_000_000, budgetHalalas: null };
const kinds = (rules: ProvenRule[]) => prove(rules, [campaign], ceilings).map(({ kind }) => kind);

describe("rules that are on together", () => {
  it("finds two that can both act, one up and one down", () => {
    const stop: ProvenRule = { ...cut, action: "stop_campaign", target: "sales", value: 50_000 };
    expect(prove([raise, stop], [campaign], ceilings)).toContainEqual({
      kind: "opposite",
      rules: ["rul_raise", "rul_cut"],
      campaigns: ["cmp_1"],
    });
  });

  it("finds nothing where their conditions exclude each other, or their campaigns differ", () => {
    expect(kinds([raise, cut])).toEqual(["reach"]);
    expect(kinds([raise, { ...cut, value: 900, reached: ["cmp_2"] }])).toEqual(["reach"]);
  });

  it("knows that a return over 3 with so much spend excludes sales below it", () => {
    const stop: ProvenRule = { ...cut, action: "stop_campaign", target: "sales", value: 30_000 };
    expect(canFire([raise, stop])).toBe(false);
    expect(canFire([raise, { ...stop, value: 31_000 }])).toBe(true);
  });

  it("finds a budget that would swing for ever", () => {
    const up: ProvenRule = { ...raise, target: "spend", comparison: "less", value: 20_000 };
    const down: ProvenRule = { ...cut, target: "spend", comparison: "greater", value: 25_000 };
    expect(kinds([up, down])).toContain("loop");
  });

  it("finds a rule that no figures can make act", () => {
    expect(kinds([{ ...cut, target: "spend", comparison: "less", value: 10_000 }])).toEqual(["never"]);
    expect(kinds([{ ...cut, target: "spend", comparison: "less", value: 10_001 }])).toEqual([]);
  });

  it("finds that one group of conditions is enough for a conflict", () => {
    const either: ProvenRule = {
      ...cut,
      more_conditions: [{ join: "or", target: "roas", comparison: "greater", basis: "value", value: 500 }],
    };
    expect(kinds([raise, either])).toContain("opposite");
    const both: ProvenRule = {
      ...cut,
      more_conditions: [{ join: "and", target: "roas", comparison: "greater", basis: "value", value: 500 }],
    };
    expect(kinds([both])).toEqual(["never"]);
  });

  it("looks at a campaign's own week apart from the figures themselves", () => {
    const up: ProvenRule = { ...raise, basis: "own_week", value: 120 };
    const down: ProvenRule = { ...cut, basis: "own_week", value: 80 };
    expect(kinds([up, down])).toEqual(["reach"]);
    expect(kinds([raise, down])).toContain("opposite");
    expect(kinds([{ ...down, value: 1, target: "sales" }])).toEqual([]);
  });

  it("knows that the way back may go up, to the budget before and no further", () => {
    const restore: ProvenRule = { ...cut, action: "restore_budget" };
    const lowered = { ...campaign, restoreToHalalas: 50_000 };
    expect(prove([restore], [lowered], ceilings)).toEqual([
      { kind: "reach", campaign: "cmp_1", from_halalas: 30_000, to_halalas: 50_000 },
    ]);
    expect(kinds([restore])).toEqual([]);
    expect(kinds([{ ...restore, value: 900 }, raise])).toContain("opposite");
  });

  it("says how far the rules can lead in seven days", () => {
    expect(prove([raise], [campaign], ceilings)).toEqual([
      { kind: "reach", campaign: "cmp_1", from_halalas: 30_000, to_halalas: 107_200 },
    ]);
  });

  it("counts no rule on trial, which changes nothing", () => {
    expect(kinds([{ ...raise, mode: "shadow" }])).toEqual([]);
  });

  it("names what passes the merchant's ceiling", () => {
    const found = prove([raise], [campaign], { ...ceilings, budgetHalalas: 100_000 });
    expect(found).toContainEqual({
      kind: "over_ceiling",
      campaign: "cmp_1",
      to_halalas: 107_200,
      ceiling_halalas: 100_000,
    });
  });
});

describe("a small exhaustive model", () => {
  const condition = {
    target: fc.constantFrom(...targets),
    comparison: fc.constantFrom(...comparisons),
    basis: fc.constantFrom(...bases),
    value: fc.integer({ min: 1, max: 12 }),
  };
  const conditions = fc.record({
    ...condition,
    more_conditions: fc.array(fc.record({ join: fc.constantFrom(...joins), ...condition }), { maxLength: 2 }),
    min_spend_halalas: fc.integer({ min: 0, max: 6 }),
  });
  const weeks = fc.option(
    fc.record({
      spend_halalas: fc.integer({ min: 0, max: 400 }),
      sales_halalas: fc.integer({ min: 0, max: 400 }),
    }),
  );

  it("never fires two rules together of which the prover says that they cannot", () => {
    fc.assert(
      fc.property(conditions, conditions, weeks, (first, second, weekBefore) => {
        const rules = [
          { ...raise, ...first },
          { ...cut, ...second },
        ];
        if (canFire(rules)) return;
        for (let spend = 0; spend <= 20; spend += 1)
          for (let sales = 0; sales <= 20; sales += 1) {
            const facts = {
              spend_halalas: spend,
              sales_halalas: sales,
              clicks: 0,
              days: 3,
              hasFigures: true,
              weekBefore,
              readAt: null,
            };
            const bothFire = rules.every((rule) => {
              const checked = checkConditions(readConditions(rule, facts), facts);
              return spend >= rule.min_spend_halalas && checked === "met";
            });
            expect(bothFire).toBe(false);
          }
      }),
    );
  });

  it("never reaches a budget that the prover did not foresee", () => {
    const rules = fc.record({
      change_unit: fc.constantFrom("percent" as const, "amount" as const),
      change_value: fc.integer({ min: 1, max: 3_000 }),
      max_change_percent: fc.integer({ min: 1, max: 60 }),
      cooldown_hours: fc.constantFrom(6, 8, 12, 24),
      max_acts_per_day: fc.integer({ min: 1, max: 3 }),
    });
    // At each of four evaluations a day one of the two rules acts, or none.
    const firing = fc.constantFrom(0, 1, null);
    const days = fc.array(fc.array(firing, { minLength: 4, maxLength: 4 }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(
        rules,
        rules,
        days,
        fc.integer({ min: 0, max: 20_000 }),
        (one, other, fires, raiseHalalas) => {
          const raising = [
            { ...raise, ...one },
            { ...raise, ...other },
          ] as const;
          let budget = campaign.dailyBudgetHalalas;
          for (const day of fires) {
            let left = raiseHalalas;
            let acts = 0;
            for (const index of day) {
              if (index === null) continue;
              const rule = raising[index];
              if (acts >= Math.min(rule.max_acts_per_day, 24 / rule.cooldown_hours)) continue;
              const raised = computeBudget(rule, { ...campaign, dailyBudgetHalalas: budget }) - budget;
              if (raised > left) continue;
              budget += raised;
              left -= raised;
              acts += 1;
            }
          }
          expect(budget).toBeLessThanOrEqual(computeHighest(raising, campaign, { raiseHalalas }));
        },
      ),
    );
  });
});
