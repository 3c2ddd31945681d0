import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "#base/shared/fold.ts";
import { nameMax } from "../contract/enums.ts";
import { toCopyName } from "./copy-name.ts";

const used = (...names: string[]) => new Set(names.map(fold));

it("puts a word behind the original's name, and a number when that is used, however it is spelled", () => {
  expect(toCopyName("تمور العجوة", "نسخة", used("تمور العجوة"))).toBe("تمور العجوة – نسخة");
  expect(toCopyName("تمور العجوة", "نسخة", used("تمور العجوه – نسخه"))).toBe("تمور العجوة – نسخة 2");
});

it("never becomes longer than a name may be, cuts no character in two, and is never used", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 130 }), fc.integer({ min: 0, max: 12 }), (name, copies) => {
      const taken = new Set<string>();
      for (let copy = 0; copy <= copies; copy += 1) {
        const candidate = toCopyName(name, "copy", taken);
        expect(candidate.length).toBeLessThanOrEqual(nameMax);
        expect(taken.has(fold(candidate))).toBe(false);
        taken.add(fold(candidate));
      }
    }),
  );
});
