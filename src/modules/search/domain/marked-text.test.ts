import fc from "fast-check";
import { expect, it } from "vitest";
import { markText } from "./marked-text.ts";

const show = (text: string, typed: string) =>
  markText(text, typed)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join("");

it("marks what was typed, however either is written, and each of several words", () => {
  expect(show("حملة رمضان", "رمض")).toBe("حملة [رمض]ان");
  expect(show("هديّة العيد", "هديه عيد")).toBe("[هديّة] ال[عيد]");
  expect(show("Winter SALE ٢٠٢٦", "sale 2026")).toBe("Winter [SALE] [٢٠٢٦]");
  expect(show("تمور", "عطور")).toBe("تمور");
  expect(show("تمور", " ")).toBe("تمور");
});

it("keeps every letter of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, typed) => {
      expect(
        markText(text, typed)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
