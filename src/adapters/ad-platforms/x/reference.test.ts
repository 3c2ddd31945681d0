import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatObjectName, hasReference } from "./reference.ts";

describe("a name on X", () => {
  it("always begins with its reference and fits, whatever the merchant wrote", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.integer({ min: 40, max: 255 }),
        (name, max) => {
          const full = formatObjectName("cmp_06bq0", name, max);
          expect(hasReference(full, "cmp_06bq0")).toBe(true);
          expect(full.length).toBeLessThanOrEqual(max);
          expect(full.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it("does not match a reference that is only the beginning of its own", () => {
    expect(hasReference(formatObjectName("cmp_12", "عرض", 255), "cmp_1")).toBe(false);
    expect(hasReference("عرض [cmp_12]", "cmp_12")).toBe(false);
  });
});
