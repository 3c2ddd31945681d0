import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";
import { listSurfaces } from "./surfaces.ts";

it("a text of exactly the shown length is not cut, and one more letter is", () => {
  expect(cutText("عسل سدر", 7)).toEqual({ shown: "عسل سدر", isCut: false });
  expect(cutText("عسل سدرة", 7)).toEqual({ shown: "عسل", isCut: true });
});

it("a word that ends at the cut stays whole", () => {
  expect(cutText("Fresh dates today", 11)).toEqual({ shown: "Fresh dates", isCut: true });
});

it("an emoji of several parts is one letter and is never cut within", () => {
  expect(cutText("👨‍👩‍👧👨‍👩‍👧", 1)).toEqual({ shown: "👨‍👩‍👧", isCut: true });
});

it("a long link is cut within, because nothing else would be left", () => {
  expect(cutText("https://nakhla.example/dates", 8)).toEqual({ shown: "https://", isCut: true });
});

it("what is shown is the beginning of what was written, and never longer than the limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const { shown, isCut } = cutText(text, max);
      expect(text.trim().startsWith(shown)).toBe(true);
      expect([...new Intl.Segmenter("und").segment(shown)].length).toBeLessThanOrEqual(max);
      expect(isCut || shown === text.trim()).toBe(true);
    }),
  );
});

it("an ad is met only where its campaign chose to be", () => {
  expect(listSurfaces("meta", ["facebook"])).toEqual(["facebook_feed"]);
  expect(listSurfaces("meta", [])).toHaveLength(4);
  expect(listSurfaces("google", ["search"])).toEqual(["google_search"]);
  expect(listSurfaces("snapchat", [])).toEqual(["snapchat"]);
});
