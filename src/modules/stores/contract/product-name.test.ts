import { describe, expect, it } from "vitest";
import { toShortName } from "./product-name.ts";

describe("a product's short name", () => {
  it.each([
    ["عجوة المدينة ١ كجم", "عجوة المدينة"],
    ["سكري مفتل فاخر ٣ كجم", "سكري مفتل فاخر"],
    ["بوكس ضيافة تمر محشو ٢٤ حبة", "بوكس ضيافة تمر"],
    ["عطر ١٠٠ مل نسائي فاخر", "عطر نسائي فاخر"],
    ["Oud oil 12ml, gift box", "Oud oil"],
    ["iPhone 15 Pro Max case", "iPhone 15 Pro"],
    ["طقم أكواب 6 ألوان", "طقم أكواب"],
    ["خيمة بر أربعة أشخاص", "خيمة بر"],
    ["500 g", "500 g"],
  ])("of %s is %s", (name, short) => {
    expect(toShortName(name)).toBe(short);
  });
});
