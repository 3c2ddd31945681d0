import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AdFigures } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { reconcileHours } from "./figures.ts";
import { fromUnits, toUnits } from "./money.ts";

const first = Date.parse("2026-11-20T21:00:00Z"); // midnight in Riyadh
const figures = (spend: number, hour = 0, platformAdId = "ad"): AdFigures => ({
  platformAdId,
  startsAt: new Date(first + hour * 3_600_000),
  impressions: 10,
  clicks: 1,
  spend: accountMoney(spend),
  platformReportedPurchases: 0,
  platformReportedSales: accountMoney(0),
});
const sumSpend = (rows: AdFigures[]) => rows.reduce((sum, { spend }) => sum + spend, 0);

describe("the hours of a day", () => {
  it("add up to the day's total, whatever each lost to rounding", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 1, maxLength: 24 }),
        (micros) => {
          const hours = micros.map((micro, index) => figures(Math.round(micro / 10_000), index));
          const day = figures(Math.round(micros.reduce((sum, micro) => sum + micro, 0) / 10_000));
          const reconciled = reconcileHours(hours, [day]);
          expect(sumSpend(reconciled)).toBe(day.spend);
          expect(reconciled.every(({ spend }) => spend >= 0)).toBe(true);
        },
      ),
    );
  });

  it("stay unchanged when the difference is larger than rounding allows, and when there is no daily figure", () => {
    const hours = [figures(100), figures(200, 1)];
    expect(reconcileHours(hours, [figures(900)])).toEqual(hours);
    expect(reconcileHours(hours, [figures(300, 0, "other")])).toEqual(hours);
  });

  it("are adjusted ad by ad", () => {
    const hours = [figures(10, 0, "one"), figures(20, 0, "two"), figures(5, 1, "two")];
    const reconciled = reconcileHours(hours, [figures(10, 0, "one"), figures(26, 0, "two")]);
    expect(reconciled.map(({ spend }) => spend)).toEqual([10, 21, 5]);
  });
});

describe("units", () => {
  it("convert every whole hundredth back exactly, as numbers and as text in reports", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (amount) => {
        expect(fromUnits(toUnits(accountMoney(amount)))).toBe(amount);
        expect(fromUnits((amount / 100).toFixed(2))).toBe(amount);
      }),
    );
  });
});
