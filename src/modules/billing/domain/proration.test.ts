import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { splitAt } from "./proration.ts";

const span = { starts_at: new Date("2026-11-01T09:00:00Z"), ends_at: new Date("2026-12-01T09:00:00Z") };

describe("the unused part of a period", () => {
  it("is all of it at the start, half of it in the middle, nothing at the end", () => {
    const at = (text: string) => splitAt(halalas(9_901), span, new Date(text));
    expect(at("2026-11-01T09:00:00Z")).toEqual({ used: 0, unused: 9_901 });
    expect(at("2026-11-16T09:00:00Z")).toEqual({ used: 4_951, unused: 4_950 });
    expect(at("2026-12-01T09:00:00Z")).toEqual({ used: 9_901, unused: 0 });
    expect(at("2027-01-01T09:00:00Z")).toEqual({ used: 9_901, unused: 0 });
  });

  it("and the used part always sum to what was paid, and it never grows with time", () => {
    const moment = fc.date({ min: new Date("2026-10-01"), max: new Date("2027-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), moment, moment, (value, one, other) => {
        const [first, second] = one < other ? [one, other] : [other, one];
        const before = splitAt(halalas(value), span, first);
        const after = splitAt(halalas(value), span, second);
        expect(before.used + before.unused).toBe(value);
        expect(Math.min(before.used, before.unused, after.unused)).toBeGreaterThanOrEqual(0);
        expect(after.unused).toBeLessThanOrEqual(before.unused);
      }),
    );
  });
});
