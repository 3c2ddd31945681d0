import fc from "fast-check";
import { expect, it } from "vitest";
import { nameMax } from "../contract/enums.ts";
import { toCopyName } from "./copy-name.ts";

it("puts a word behind the original's name, and from the second copy on its number", () => {
  expect(toCopyName("تمور العجوة", "نسخة", 1)).toBe("تمور العجوة – نسخة");
  expect(toCopyName("تمور العجوة", "نسخة", 2)).toBe("تمور العجوة – نسخة 2");
});

it("never becomes longer than a name may be, and cuts no character in two", () => {
  const aName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 130 });
  fc.assert(
    fc.property(aName, fc.integer({ min: 1, max: 9_999 }), (name, number) => {
      const copy = toCopyName(name, "copy", number);
      expect(copy.length).toBeLessThanOrEqual(nameMax);
      expect(copy.isWellFormed()).toBe(name.isWellFormed());
    }),
  );
  const people = "👩‍👩‍👧".repeat(20);
  expect(toCopyName(people, "copy", 1)).toBe(`${"👩‍👩‍👧".repeat(14)} – copy`);
});
