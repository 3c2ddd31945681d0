import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMeantBy, isOneLetterApart, matchesNearly } from "./spelling.ts";

const letters = [..."ابتثجحخدذرزسشصضطظعغفقكلمنهوي"];
const letter = fc.constantFrom(...letters);
const word = fc.array(letter, { minLength: 4, maxLength: 12 }).map((all) => all.join(""));
const place = fc.nat({ max: 11 });

/** The word with one mistake of typing. */
const mistakes = {
  "another letter": (text: string, at: number, other: string) =>
    text.slice(0, at) + other + text.slice(at + 1),
  "a letter too many": (text: string, at: number, other: string) =>
    text.slice(0, at) + other + text.slice(at),
  "a letter too few": (text: string, at: number) => text.slice(0, at) + text.slice(at + 1),
  "two letters swapped": (text: string, at: number) =>
    text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
};

describe("words one letter apart", () => {
  for (const [what, mistake] of Object.entries(mistakes))
    it(`are those with ${what}`, () => {
      fc.assert(
        fc.property(word, place, letter, (text, at, other) => {
          expect(isOneLetterApart(text, mistake(text, at % (text.length - 1), other))).toBe(true);
        }),
      );
    });

  it("are the same both ways round, and never differ by two letters in length", () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneLetterApart(one, other)).toBe(isOneLetterApart(other, one));
        if (Math.abs(one.length - other.length) > 1) expect(isOneLetterApart(one, other)).toBe(false);
      }),
    );
  });

  it("are not those with two mistakes", () => {
    expect(isOneLetterApart("رمضان", "رمظام")).toBe(false);
    expect(isOneLetterApart("abcd", "badc")).toBe(false);
  });
});

describe("what a word means", () => {
  it("is a word that holds it, has it nearly, or begins with it nearly; with or without the article", () => {
    expect(isMeantBy("رمض", "رمضان")).toBe(true);
    expect(isMeantBy("رمظان", "رمضان")).toBe(true);
    expect(isMeantBy("الرمظان", "رمضان")).toBe(true);
    expect(isMeantBy("تخفيظ", "التخفيضات")).toBe(true);
    expect(isMeantBy("عطور", "تمور")).toBe(false);
  });

  it("is no other number, and nothing else for a short word", () => {
    expect(isMeantBy("1235", "1234")).toBe(false);
    expect(isMeantBy("تمر", "تمن")).toBe(false);
  });

  it("holds for each of several words, in any order", () => {
    expect(matchesNearly("رمظان حملة", "حمله رمضان الكبرى".replace("ه ", "ة "))).toBe(true);
    expect(matchesNearly("رمظان عطور", "حملة رمضان")).toBe(false);
  });
});
