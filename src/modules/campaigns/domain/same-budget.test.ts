import fc from "fast-check";
import { expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { toAccountMoney, toHalalas } from "#modules/ad-accounts/contract/currencies.ts";
import { isSameBudget } from "./same-budget.ts";

it("a budget sent to the platform in any currency and read back is the same", () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.constantFrom("SAR", "USD", "AED", "QAR"), (budget, currency) => {
      const back = toHalalas(toAccountMoney(halalas(budget), currency), currency);
      expect(isSameBudget(back, budget)).toBe(true);
    }),
  );
});

it("three halalas more is another budget", () => {
  expect(isSameBudget(100_00, 100_02)).toBe(true);
  expect(isSameBudget(100_00, 100_03)).toBe(false);
});
