import { describe, expect, it } from "vitest";
import { fillFrame } from "./fill-frame.ts";

describe("a frame filled with its facts", () => {
  it.each([
    ["الرياض", "نرسل كل يوم للرياض."],
    ["جدة", "نرسل كل يوم لجدة."],
    ["Riyadh", "نرسل كل يوم لـRiyadh."],
  ])("joins the preposition to %s as Arabic does", (cities, text) => {
    expect(fillFrame("نرسل كل يوم لـ{cities}.", { cities }, { product: "m", shopper: "m" })).toBe(text);
  });
});
