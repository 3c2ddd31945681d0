import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, likePattern } from "./fold.ts";
import { toLatinDigits } from "./money.ts";

it.each([
  ["أحذية", "احذيه"],
  ["إعلان العَوْدة", "اعلان العوده"],
  ["هدايـــا العيد", "هدايا العيد"],
  ["مستشفى", "مستشفي"],
  ["خصم ٥٠٪", "خصم 50٪"],
  ["White  FRIDAY", "white friday"],
  ["مؤثّرون", "موثرون"],
  ["شاطئ", "شاطي"],
  ["ﻻمع", "لامع"],
])("%s is found as %s", (written, found) => {
  expect(fold(written)).toBe(fold(found));
});

describe("a search", () => {
  it.each([
    ["عبايه", "عبايةٌ"],
    ["احمر", "أحْمر"],
    ["مستشفي", "مستشفى"],
    ["جميل", "جميـــل"],
    ["oud", "OUD"],
  ])("for %s finds %s", (typed, name) => expect(fold(name)).toContain(fold(typed)));
});

/** Arabic and Persian letters and digits, marks, tatweel, Latin letters with accents, and anything else. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."أإآٱاىيیئةهؤوكک٠٩۰۹ًّْـٰءabEÉİ \t‏"),
    fc.constantFrom("\u0301", "\u030c", "\u0654", "ﻻ", "ﷺ"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
});

it("gives the same result when folded again", () => {
  fc.assert(
    fc.property(anyText, (text) => fold(fold(text)) === fold(text)),
    { numRuns: 2_000 },
  );
});

it("is never longer than the text with its ligatures and capitals written out", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = toLatinDigits(text).normalize("NFKC").toLowerCase();
      expect(fold(text).length).toBeLessThanOrEqual(written.length);
    }),
  );
});

it("is the same for text typed on an Arabic and on a Persian keyboard", () => {
  const persian: Record<string, string> = { ي: "ی", ك: "ک", "٠": "۰", "٤": "۴", "٥": "۵", "٦": "۶" };
  const arabic = fc.string({ unit: fc.constantFrom(..."يكابتمنوه ٠٤٥٦") });
  fc.assert(
    fc.property(arabic, (text) => {
      const typed = [...text].map((letter) => persian[letter] ?? letter).join("");
      expect(fold(typed)).toBe(fold(text));
    }),
  );
});

it("takes percent signs and underscores literally", () => {
  expect(likePattern("50%_ خصم")).toBe("%50\\%\\_%خصم%");
});
