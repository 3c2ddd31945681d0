import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { accountMoney, toHalalas } from "../contract/currencies.ts";
import type { AdFigures } from "./ad-platform.port.ts";
import { figuresInRiyals } from "./convert-currency.ts";

const first = Date.parse("2026-11-20T18:00:00Z");
const makeHour = (index: number, spend: number): AdFigures => ({
  platformAdId: "ad-1",
  startsAt: new Date(first + index * 3_600_000),
  impressions: 10,
  clicks: 1,
  spend: accountMoney(spend),
  platformReportedPurchases: 0,
  platformReportedSales: accountMoney(0),
});

describe("figures of a dollar account", () => {
  it("add up to each Riyadh day's total in riyals, rounded once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 72 }), (spends) => {
        const hours = spends.map((spend, index) => makeHour(index, spend));
        const converted = figuresInRiyals("USD")(hours);
        for (const day of new Set(hours.map(({ startsAt }) => toRiyadhDay(startsAt)))) {
          const sum = (figures: readonly { startsAt: Date; spend: number }[]) =>
            figures
              .filter(({ startsAt }) => toRiyadhDay(startsAt) === day)
              .reduce((total, { spend }) => total + spend, 0);
          expect(sum(converted)).toBe(toHalalas(accountMoney(sum(hours)), "USD"));
        }
      }),
    );
  });
});
