import fc from "fast-check";
import { expect, it } from "vitest";
import { cities } from "./generated/cities.ts";
import { districts } from "./generated/districts.ts";
import { governorates } from "./generated/governorates.ts";
import { toPlaces } from "./places.ts";
import { makePlaceSearch } from "./search-places.ts";

const places = toPlaces({ cities, governorates, districts });
const search = makePlaceSearch(places);
const find = (text: string, max = 5) => search(text, max).map(({ key }) => key);

it("nothing typed offers the largest cities first", () => {
  expect(find("", 2)).toEqual(["riyadh", "jeddah"]);
  expect(find("  ،", 2)).toEqual(["riyadh", "jeddah"]);
});

it.each([
  ["ابها", "abha"],
  ["أبهــا", "abha"],
  ["جده", "jeddah"],
  ["القصيم", "buraydah"],
  ["Hofuf", "hofuf"],
  ["mecca", "makkah"],
  ["khamis", "khamis"],
  ["الرس", "rass"],
  ["rass", "rass"],
  ["جيزان", "jazan"],
  ["ينبع", "yanbu"],
  ["الملقا", "riyadh/al-malqa"],
  ["ملقا", "riyadh/al-malqa"],
  ["al malqa", "riyadh/al-malqa"],
  ["almalqa", "riyadh/al-malqa"],
  ["malqa", "riyadh/al-malqa"],
  ["محافظة الأحساء", "ahsa-governorate"],
  ["محافظه الاحساء", "ahsa-governorate"],
  ["محافظة الهفوف", "ahsa-governorate"],
  ["al-ahsa governorate", "ahsa-governorate"],
  ["Kharj governorate", "kharj-governorate"],
  ["ليلي", "layla"],
  ["محافظة افلاج", "aflaj-governorate"],
  ["محافظة القريات", "qurayyat-governorate"],
  ["العليا الرياض", "riyadh/al-olaya"],
  ["olaya riyadh", "riyadh/al-olaya"],
  ["النرجس", "riyadh/an-narjis"],
])("%s finds %s first", (text, key) => {
  expect(find(text)[0]).toBe(key);
});

it("a city typed beside a district chooses among districts of the same name", () => {
  expect(find("العزيزية مكة")[0]).toBe("makkah/al-aziziyah");
  expect(find("riyadh aziziyah")[0]).toBe("riyadh/al-aziziyah");
});

it("a town stands before the governorate that is named after it", () => {
  expect(find("الخرج")).toEqual(["kharj", "kharj-governorate"]);
  expect(find("Muhayil")).toEqual(["muhayil", "muhayil-governorate"]);
});

it("a city's name alone does not list its districts", () => {
  expect(find("جدة", 20).filter((key) => key.startsWith("jeddah/"))).toEqual([]);
});

it("a name typed in full stands before longer names that begin so", () => {
  expect(find("ينبع")).toEqual(["yanbu", "yanbu-sinaiyah", "yanbu-governorate"]);
});

it("what is nobody's name finds nothing", () => {
  expect(find("باريس")).toEqual([]);
});

it("every place is found by each of its names, and by its city's name added", () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), (place) => {
      const all = places.length;
      for (const language of ["ar", "en"] as const) {
        const name = place.names[language];
        const text = place.city ? `${name} ${place.city[language]}` : name;
        if (!find(text, all).includes(place.key)) return false;
      }
      return true;
    }),
    { numRuns: 400 },
  );
});

it("any text gives at most what was asked for, without a place twice", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.integer({ min: 1, max: 30 }), (text, max) => {
      const found = find(text, max);
      return found.length <= max && new Set(found).size === found.length;
    }),
  );
});
