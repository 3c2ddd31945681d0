import { expect, it } from "vitest";
import { textLength } from "./text-length.ts";

it.each([
  ["خصم", 3],
  ["sale", 4],
  ["  sale ", 4],
  ["خصم 🔥", 6],
  ["👨‍👩‍👧‍👦", 2],
  ["❤️", 2],
  ["日本", 4],
  ["اطلب https://nakhla.example/a/very/long/address/that/nobody/counts الآن", 33],
])("X counts %s as %i", (text, weight) => {
  expect(textLength(text, "x_weights")).toBe(weight);
});

it("others count UTF-16 units", () => {
  expect(textLength(" خصم 🔥 ", "units")).toBe(6);
});
