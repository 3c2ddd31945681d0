import { describe, expect, it } from "vitest";
import { proposeKeywords } from "./propose-keywords.ts";

const limits = { max: 200, length: 80 };

describe("keywords from a product's name", () => {
  it.each([
    ["عطر ليالي نجد ١٠٠ مل", ["عطر ليالي نجد", "شراء عطر ليالي نجد", "سعر عطر ليالي نجد"]],
    ["Oud oil 12ml, gift box", ["Oud oil", "buy Oud oil", "Oud oil price"]],
    ["  ", []],
    ["1234", []],
  ])("of %j are %j", (name, keywords) => {
    expect(proposeKeywords(name, limits)).toEqual(keywords);
  });

  it("are as many and as long as the platform takes", () => {
    expect(proposeKeywords("عطر ليالي نجد", { max: 2, length: 14 })).toEqual(["عطر ليالي نجد"]);
    expect(proposeKeywords("عطر ليالي نجد", { max: 2, length: 80 })).toHaveLength(2);
  });
});
