import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bears, nameWith } from "./reference.ts";

describe("a name on Snapchat", () => {
  it("always bears its reference and fits, whatever the merchant wrote", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (name) => {
        const full = nameWith("cmp_06bq0", name);
        expect(bears(full, "cmp_06bq0")).toBe(true);
        expect(full.length).toBeLessThanOrEqual(375);
        expect(full.isWellFormed()).toBe(true);
      }),
    );
  });

  it("does not bear a reference that is only the end of its own", () => {
    expect(bears(nameWith("cmp_12", "عرض"), "mp_12")).toBe(false);
    expect(bears(nameWith("cmp_12", "عرض"), "cmp_1")).toBe(false);
  });
});
