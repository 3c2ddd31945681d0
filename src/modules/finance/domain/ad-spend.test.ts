import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { findDifferences, findDueMonth, listDueMonths, sumByPlatform, toLastDay } from "./ad-spend.ts";

describe("a month of ad spend is due", () => {
  it.each([
    ["2026-11-08", "2026-09"],
    ["2026-11-09", "2026-10"],
    ["2026-12-08", "2026-10"],
    ["2027-01-09", "2026-12"],
    ["2028-03-09", "2028-02"],
  ])("on %s: %s", (today, month) => {
    expect(findDueMonth(today as RiyadhDay)).toBe(month);
  });

  it("once: the first run takes the last month alone, later ones what was missed", () => {
    expect(listDueMonths("2026-10", undefined)).toEqual(["2026-10"]);
    expect(listDueMonths("2026-10", "2026-10")).toEqual([]);
    expect(listDueMonths("2027-01", "2026-10")).toEqual(["2026-11", "2026-12", "2027-01"]);
  });

  it("and ends on its own last day", () => {
    expect(["2026-02", "2028-02", "2026-12"].map(toLastDay)).toEqual([
      "2026-02-28",
      "2028-02-29",
      "2026-12-31",
    ]);
  });
});

const spend = fc.array(
  fc.record({
    campaign_id: fc.constantFrom("cmp_1", "cmp_2", "cmp_3", "cmp_4"),
    covered_halalas: fc.integer({ min: 1, max: 10_000_000_000 }),
  }),
);
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);

describe("lines", () => {
  it("sum to the campaigns' spend, one for each platform, the largest first", () => {
    const platforms = new Map([
      ["cmp_1", "snapchat"],
      ["cmp_2", "tiktok"],
      ["cmp_3", "snapchat"],
    ]);
    fc.assert(
      fc.property(spend, (campaigns) => {
        const lines = sumByPlatform(campaigns, platforms);
        const amounts = lines.map(({ halalas }) => halalas);
        expect(sum(amounts)).toBe(sum(campaigns.map(({ covered_halalas }) => covered_halalas)));
        expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
        expect(new Set(lines.map(({ platform }) => platform)).size).toBe(lines.length);
      }),
    );
  });
});

describe("differences", () => {
  const months = ["2026-09", "2026-10", "2026-11"];
  const sums = fc.array(
    fc.record({ month: fc.constantFrom(...months), halalas: fc.integer({ min: 0, max: 1_000_000 }) }),
  );

  it("make what was invoiced equal what was covered, whatever came before", () => {
    fc.assert(
      fc.property(sums, sums, (covered, invoiced) => {
        const differences = findDifferences(months, { covered, invoiced });
        for (const month of months) {
          const total = (of: readonly { month: string; halalas: number }[]) =>
            sum(of.filter((one) => one.month === month).map(({ halalas }) => halalas));
          expect(total(invoiced) + total(differences)).toBe(total(covered));
        }
        expect(findDifferences(months, { covered, invoiced: [...invoiced, ...differences] })).toEqual([]);
      }),
    );
  });

  it("of months that are not invoiced are none", () => {
    expect(
      findDifferences(["2026-10"], { covered: [{ month: "2026-09", halalas: 100 }], invoiced: [] }),
    ).toEqual([]);
  });
});
