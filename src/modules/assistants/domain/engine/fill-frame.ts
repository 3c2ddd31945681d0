import { halalas } from "#base/shared/money.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import { toShortName } from "#modules/stores/contract/product-name.ts";
import { seasonNames } from "../../contract/season-names.ts";
import type { Tongue } from "../../contract/writer-enums.ts";
import type { Fact } from "../../contract/writer-shapes.ts";
import { kindRows, kindsForWomen, type ProductKind } from "./product-kinds.ts";
import { toCounted, toList, toPrice } from "./quantities.ts";
import type { WritingFacts } from "./writing-facts.ts";

export type Slots = Readonly<Record<string, string>>;
export type Genders = { product: "m" | "f"; shopper: "m" | "f" };

type Subject = {
  kind: ProductKind | null;
  tongue: Tongue;
  season: SeasonKey | null;
  audience: string | null;
};

/** The facts as a text of this tongue says them; a fact that is not known has no slot. */
export function toSlots(
  { product, store, facts }: WritingFacts,
  { kind, tongue, season, audience }: Subject,
): Slots {
  const language = tongue === "english" ? "en" : "ar";
  const short = product ? toShortName(product.name) : undefined;
  const said = Object.assign({}, ...facts.map((fact) => toFactSlots(fact, tongue))) as Record<string, string>;
  return Object.fromEntries(
    Object.entries({
      ...said,
      name: product?.name,
      short,
      noun: kind ? kindRows[kind][language] : short,
      url: product?.url ?? undefined,
      was: product?.wasHalalas ? toPrice(halalas(product.wasHalalas), tongue) : undefined,
      store: store ?? undefined,
      season: season ? seasonNames[season][language] : undefined,
      audience: audience ?? undefined,
    }).filter((slot): slot is [string, string] => typeof slot[1] === "string" && slot[1] !== ""),
  );
}

function toFactSlots(fact: Fact, tongue: Tongue): Slots {
  switch (fact.kind) {
    case "price":
      return { price: toPrice(halalas(fact.amount_halalas), tongue) };
    case "units_sold":
      return { units: toCounted(fact.units, "piece", tongue) };
    case "return_rate":
      return { percent: String(fact.percent) };
    case "top_cities": {
      const names = fact.cities.map((city) => city[tongue === "english" ? "en" : "ar"]);
      return { cities: toList(names, tongue), city: names[0] ?? "" };
    }
    case "delivery_days":
      return { days: toCounted(fact.days, "day", tongue) };
    case "stock_left":
      return { left: toCounted(fact.units, "piece", tongue) };
    case "cash_on_delivery":
      return { cash: "yes" };
  }
}

/** An Arabic name's first word says its gender by its ending; where it does not, its kind does. */
export function toGenders(kind: ProductKind | null, name: string): Genders {
  const [first = ""] = name.split(/\s+/);
  return {
    product: findGender(first) ?? (kind ? kindRows[kind].gender : "m"),
    shopper: kind && kindsForWomen.includes(kind) ? "f" : "m",
  };
}

/** Null for words of other alphabets, and for a last ha that may stand for a ta marbuta. */
function findGender(word: string): "m" | "f" | null {
  if (/(?:ة|ات)$/u.test(word)) return "f";
  return /\p{Script=Arabic}$/u.test(word) && !word.endsWith("ه") ? "m" : null;
}

/** The frame with its facts; null when one of them is not known. */
export function fillFrame(frame: string, slots: Slots, genders: Genders): string | null {
  const names = [...frame.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => slots[name] === undefined)) return null;
  const choose = (gender: "m" | "f") => (_: string, masculine: string, feminine: string) =>
    gender === "m" ? masculine : feminine;
  return (
    frame
      .replace(/\[([^|\]]*)\|([^\]]*)\]/g, choose(genders.product))
      .replace(/<([^|>]*)\|([^>]*)>/g, choose(genders.shopper))
      .replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "")
      // The preposition and the article are written as one.
      .replace(/(?<!\p{L})لـ?ال(?=\p{L})/gu, "لل")
      .replace(/(?<!\p{L})لـ(?=\p{Script=Arabic})/gu, "ل")
  );
}
