import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatObjectName, hasReference } from "./reference.ts";

describe("a name on a platform", () => {
  it("always contains its reference and fits, whatever the merchant wrote", () => {
    const lengths = fc.constantFrom(100, 375, 400);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), lengths, (name, max) => {
        const full = formatObjectName("cmp_06bq0", name, max);
        expect(hasReference(full, "cmp_06bq0")).toBe(true);
        expect(full.length).toBeLessThanOrEqual(max);
        expect(full.isWellFormed()).toBe(true);
      }),
    );
  });

  it("does not contain a reference that is only the end of its own", () => {
    expect(hasReference(formatObjectName("cmp_12", "عرض", 375), "mp_12")).toBe(false);
    expect(hasReference(formatObjectName("cmp_12", "عرض", 375), "cmp_1")).toBe(false);
  });
});
