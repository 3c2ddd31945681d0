import fc from "fast-check";
import { expect, it } from "vitest";
import { fold, likePattern } from "./fold.ts";

it.each([
  ["أحذية", "احذيه"],
  ["إعلان العَوْدة", "اعلان العوده"],
  ["هدايـــا العيد", "هدايا العيد"],
  ["مستشفى", "مستشفي"],
  ["خصم ٥٠٪", "خصم 50٪"],
  ["White  FRIDAY", "white friday"],
])("%s is found as %s", (written, found) => {
  expect(fold(written)).toBe(fold(found));
});

it("gives the same result when folded again", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
});

it("takes percent signs and underscores literally", () => {
  expect(likePattern("50%_ خصم")).toBe("%50\\%\\_%خصم%");
});
