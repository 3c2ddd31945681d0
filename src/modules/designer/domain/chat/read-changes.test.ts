import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DesignChange } from "../../contract/design-changes.ts";
import { designChangeSchema } from "../../contract/design-changes.ts";
import { readChanges } from "./read-changes.ts";

const lighter: DesignChange = { kind: "background", shade: "lighter" };
const biggerPrice: DesignChange = { kind: "size", part: "price", step: "bigger" };
const noPrice: DesignChange = { kind: "shown", part: "price", is_hidden: true };

describe("a sentence over designs", () => {
  it.each<[string, DesignChange[]]>([
    ["اجعل الخلفية أفتح", [lighter]],
    ["خلّ الأرضية أغمق شوي", [{ kind: "background", shade: "darker" }]],
    ["كبّر السعر واجعل الخلفية أفتح", [biggerPrice, lighter]],
    ["كبّر السعر والعنوان", [biggerPrice, { kind: "size", part: "headline", step: "bigger" }]],
    ["خل العبارة أوضح", [{ kind: "size", part: "headline", step: "bigger" }]],
    ["بدون الشارة", [noPrice]],
    ["شيل السعر، وبلا شعار", [noPrice, { kind: "shown", part: "logo", is_hidden: true }]],
    ["رجّع السعر", [{ kind: "shown", part: "price", is_hidden: false }]],
    ["لليوم الوطني", [{ kind: "season", season: "national_day" }]],
    ["خليها لرمضان", [{ kind: "season", season: "ramadan" }]],
    ["بدون موسم", [{ kind: "season", season: null }]],
    ["بأسلوب نجدي", [{ kind: "style", style: "najdi" }]],
    ["خلفية خضراء", [{ kind: "ground_color", color: "green" }]],
    [
      "العنوان ذهبي والسعر أحمر",
      [
        { kind: "color", part: "headline", color: "gold" },
        { kind: "color", part: "price", color: "red" },
      ],
    ],
    ["خلفية وردية", [{ kind: "ground_color", color: "pink" }]],
    ["اكتب «عطرٌ يسبقك»", [{ kind: "text", part: "headline", text: "عطرٌ يسبقك" }]],
    [
      "السطر الثاني «توصيل مجاني» وبخط تجوال",
      [
        { kind: "text", part: "subline", text: "توصيل مجاني" },
        { kind: "font", font: "Tajawal" },
      ],
    ],
    ["النص في الوسط", [{ kind: "align", align: "center" }]],
    ["أضف مقاس قصة", [{ kind: "placement", placement: "story" }]],
    ["make the background lighter", [lighter]],
    ["bigger price", [biggerPrice]],
    ["the price bigger and red", [biggerPrice, { kind: "color", part: "price", color: "red" }]],
    ["without the badge", [noPrice]],
    ["for National Day", [{ kind: "season", season: "national_day" }]],
    ["A bigger price and a lighter background", [biggerPrice, lighter]],
    [
      "for Mother's Day, in a simple style",
      [
        { kind: "season", season: "mothers_day" },
        { kind: "style", style: "simple" },
      ],
    ],
    [
      'write "Free delivery" and hide the stars',
      [
        { kind: "text", part: "headline", text: "Free delivery" },
        { kind: "shown", part: "ornaments", is_hidden: true },
      ],
    ],
  ])("is understood: %s", (sentence, changes) => {
    expect(readChanges(sentence)).toEqual(changes);
  });

  it.each(["", "شكرًا", "ما رأيك؟", "delete my account", "السعر", "nice background"])(
    "that asks for no change is not understood: %s",
    (sentence) => {
      expect(readChanges(sentence)).toEqual([]);
    },
  );

  it("of any letters gives changes of the contract alone", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (sentence) => {
        for (const change of readChanges(sentence))
          expect(designChangeSchema.safeParse(change).success).toBe(true);
      }),
    );
  });
});
