import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { accountMoney, getCurrency, toAccountMoney, toHalalas } from "./currencies.ts";

describe("money of an ad account", () => {
  it("in riyals is halalas, to the last one", () => {
    fc.assert(
      fc.property(fc.integer(), (amount) => {
        expect(toHalalas(accountMoney(amount), "SAR")).toBe(amount);
        expect(toAccountMoney(halalas(amount), "SAR")).toBe(amount);
      }),
    );
  });

  it("in dollars is 3.75 riyals each, rounded to the nearest halala", () => {
    expect(toHalalas(accountMoney(10_00), "USD")).toBe(37_50);
    expect(toHalalas(accountMoney(1), "USD")).toBe(4);
    expect(toAccountMoney(halalas(150_00), "USD")).toBe(40_00);
  });

  it("converts a negative amount to the exact negative", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("USD", "AED", "QAR"), (amount, currency) => {
        expect(toHalalas(accountMoney(-amount), currency)).toBe(
          -toHalalas(accountMoney(amount), currency) || 0,
        );
      }),
    );
  });

  it("in a floating currency has no rate", () => {
    expect(getCurrency("EUR")).toBeNull();
    expect(() => toHalalas(accountMoney(1), "EUR")).toThrow("no rate");
  });
});
