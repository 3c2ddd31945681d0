import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredText, text } from "./contract.ts";
import { cleanText, isVisible } from "./text.ts";

const invisible: [string, string][] = [
  ["nothing", ""],
  ["spaces", " \t\n\r\u00a0\u1680\u2003\u2009\u202f\u205f\u3000"],
  ["line separators", "\u2028\u2029"],
  ["zero width spaces and joiners", "\u200b\u200c\u200d\u2060\ufeff"],
  ["directional marks", "\u200e\u200f\u061c"],
  ["directional overrides and isolates", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"],
  ["Hangul fillers", "\u115f\u1160\u3164\uffa0"],
  ["a soft hyphen", "\u00ad"],
  ["a Mongolian vowel separator and selectors", "\u180b\u180e\ufe00\ufe0f\u{e0100}"],
  ["tag characters", "\u{e0001}\u{e0067}\u{e007f}"],
  ["accents with nothing below them", "\u0301\u064b\u0651\u20dd"],
  ["a combining grapheme joiner", "\u034f"],
  ["a Braille blank and a note without a head", "\u2800\u{1d159}"],
  ["invisible operators", "\u2061\u2062\u2063\u2064"],
  ["controls", "\u0001\u001b\u007f\u0085"],
  ["Khmer vowels that are not drawn", "\u17b4\u17b5"],
];

const seen = [
  "نورة",
  "متجر ١",
  "Noura",
  "—",
  "…",
  "7",
  "👩‍👩‍👧",
  "❤️",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "1️⃣",
  "می‌خواهم",
  "किताब",
  "محمّد",
  "e\u0301",
  "한",
  "﷼",
];

describe("a required text", () => {
  it.each(invisible)("made of %s is empty", (_what, given) => {
    expect(isVisible(given)).toBe(false);
    expect(text(500).parse(given)).toBe("");
    const outcome = requiredText(500).safeParse(given);
    expect(outcome.error?.issues).toMatchObject([{ message: "base:field_required" }]);
  });

  it("is empty however invisible characters are mixed", () => {
    const alphabet = invisible.flatMap(([, characters]) => [...characters]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 60 }), (mixed) => {
        expect(requiredText(500).safeParse(mixed).success).toBe(false);
      }),
    );
  });

  it.each(seen)("like %s is kept unchanged", (given) => expect(requiredText(500).parse(given)).toBe(given));

  it("is found among invisible characters, and is kept without those around it", () => {
    const around = fc.string({
      unit: fc.constantFrom(" ", "\u200b", "\u200f", "\u202e", "\u00a0", "\u3164", "\u2069"),
    });
    fc.assert(
      fc.property(around, fc.constantFrom(...seen), around, (before, word, after) => {
        expect(requiredText(500).parse(`${before}${word}${after}`)).toBe(word);
      }),
    );
  });
});

describe("a cleaned text", () => {
  it("reorders nothing beside it: no directional control is left in it", () => {
    expect(cleanText("متجر \u202eاسم\u202c نورة")).toBe("متجر اسم نورة");
    expect(cleanText("\u2068Noura\u2069 \u2067متجر")).toBe("Noura متجر");
  });

  it("keeps joiners inside words, direction marks, and its lines", () => {
    const words = "می‌خواهم\nسعر \u200e+20%\u200f اليوم";
    expect(cleanText(words)).toBe(words);
  });

  it("cleaned again is the same, and never longer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (given) => {
        const once = cleanText(given);
        expect(cleanText(once)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(given.length);
      }),
    );
  });
});
