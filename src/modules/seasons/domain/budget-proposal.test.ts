import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PhaseKey } from "../contract/season-keys.ts";
import { proposeBudgets } from "./budget-proposal.ts";
import { listSeasons } from "./season.ts";

const day = (text: string) => text as RiyadhDay;
const [ramadan] = listSeasons({ from: day("2027-02-08"), to: day("2027-02-08") }).filter(
  ({ key }) => key === "ramadan",
);

const anySeason = fc
  .array(
    fc.record({ days: fc.integer({ min: 1, max: 15 }), costFactor: fc.integer({ min: 5_000, max: 50_000 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => {
    const startsOn = day("2027-02-08");
    let from = startsOn;
    const phases = parts.map(({ days, costFactor }) => {
      const phase = { key: "peak" as PhaseKey, from, to: addDays(from, days - 1), costFactor };
      from = addDays(from, days);
      return phase;
    });
    return { startsOn, endsOn: addDays(from, -1), phases };
  });
const amount = fc.integer({ min: 0, max: 100_000_000_00 }).map(halalas);
const minimum = fc.integer({ min: 0, max: 500_00 }).map(halalas);

describe("the budget of a season", () => {
  it("adds up to the total, and is never below the platform's minimum", () => {
    fc.assert(
      fc.property(anySeason, amount, minimum, (season, total, least) => {
        const proposal = proposeBudgets({ season, total, minimum: least });
        if (proposal.kind === "too_small") {
          expect(proposal.needed).toBeGreaterThan(total);
          const enough = proposeBudgets({ season, total: proposal.needed, minimum: least });
          expect(enough.kind).toBe("proposed");
          return;
        }
        expect(proposal.days.reduce((sum, { budget }) => sum + budget, 0)).toBe(total);
        for (const { budget } of proposal.days) expect(budget).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it("gives a costlier day at least as much as a cheaper one, but for a riyal of rounding", () => {
    fc.assert(
      fc.property(anySeason, amount, minimum, (season, total, least) => {
        const proposal = proposeBudgets({ season, total, minimum: least });
        if (proposal.kind === "too_small") return;
        for (const one of proposal.days)
          for (const other of proposal.days)
            if (one.costFactor > other.costFactor)
              expect(one.budget - other.budget).toBeGreaterThanOrEqual(-199);
      }),
    );
  });

  it("spends half as much again in Ramadan's last ten days as on a usual day", () => {
    if (!ramadan) throw new Error("no Ramadan");
    const proposal = proposeBudgets({ season: ramadan, total: halalas(3_000_00), minimum: halalas(20_00) });
    if (proposal.kind !== "proposed") throw new Error(proposal.kind);
    const [first] = proposal.days;
    const last = proposal.days.at(-1);
    expect((last?.budget ?? 0) / (first?.budget ?? 1)).toBeCloseTo(15 / 11, 1);
    expect(proposal.days.every(({ budget }) => budget % 100 === 0)).toBe(true);
  });

  it("says what would be enough when the total is not", () => {
    if (!ramadan) throw new Error("no Ramadan");
    const proposal = proposeBudgets({ season: ramadan, total: halalas(100_00), minimum: halalas(20_00) });
    expect(proposal).toEqual({ kind: "too_small", needed: halalas(29 * 20_00) });
  });

  it("leaves out the days that have passed", () => {
    if (!ramadan) throw new Error("no Ramadan");
    const from = addDays(ramadan.endsOn, -1);
    const proposal = proposeBudgets({
      season: ramadan,
      total: halalas(100_00),
      minimum: halalas(20_00),
      from,
    });
    expect(proposal).toMatchObject({ days: [{ budget: 50_00 }, { budget: 50_00 }] });
  });
});
