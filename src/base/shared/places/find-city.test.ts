import { describe, expect, it } from "vitest";
import { findCityKey, findCityNames } from "./find-city.ts";
import { cities } from "./generated/cities.ts";

describe("a city of an address", () => {
  it.each([
    ["الرياض", "riyadh"],
    ["  مدينة الرياض ", "riyadh"],
    ["RIYADH", "riyadh"],
    ["Ar Riyadh", "riyadh"],
    ["جده", "jeddah"],
    ["Jeddah City", "jeddah"],
    ["مكة", "makkah"],
    ["مكه المكرمه", "makkah"],
    ["Mecca", "makkah"],
    ["المدينة المنورة", "madinah"],
    ["الاحساء", "hofuf"],
    ["الهفوف", "hofuf"],
    ["Al-Khobar", "khobar"],
    ["Khobar", "khobar"],
    ["بريده", "buraydah"],
    ["خميس مشيط", "khamis"],
    ["حفر الباطن", "hafar"],
    ["جيزان", "jazan"],
    ["محافظة الدرعية", "diriyah"],
  ])("%j is %s", (text, key) => expect(findCityKey(text)).toBe(key));

  it.each(["", "دبي", "شارع التحلية", "Kuwait City", "0501234567"])("%j is none of the Kingdom's", (text) =>
    expect(findCityKey(text)).toBeNull(),
  );

  it("is found by both of its names, whichever city it is", () => {
    const wrong = cities.filter(([key, ar, en]) => findCityKey(ar) !== key || findCityKey(en) !== key);
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("has names in both languages", () => {
    expect(findCityNames("jeddah")).toEqual({ ar: "جدة", en: "Jeddah" });
    expect(findCityNames("atlantis")).toBeNull();
  });
});
