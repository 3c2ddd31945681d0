import { formatShortRiyals, type Halalas } from "#base/shared/money.ts";
import type { Tongue } from "../../contract/writer-enums.ts";

/** A counted noun in each form that Arabic has (CLDR plural categories of `ar`). */
type CountedNoun = { one: string; two: string; few: string; many: string; other: string };

const plural = new Intl.PluralRules("ar");

function countArabic(count: number, noun: CountedNoun): string {
  const form = plural.select(count);
  if (form === "one" || form === "two") return noun[form];
  return `${count} ${form === "few" || form === "many" ? noun[form] : noun.other}`;
}

const nouns = {
  day: {
    spoken: { one: "يوم", two: "يومين", few: "أيام", many: "يوم", other: "يوم" },
    standard: { one: "يوم واحد", two: "يومين", few: "أيام", many: "يومًا", other: "يوم" },
    english: ["day", "days"],
  },
  piece: {
    spoken: { one: "حبة وحدة", two: "حبتين", few: "حبات", many: "حبة", other: "حبة" },
    standard: { one: "قطعة واحدة", two: "قطعتان", few: "قطع", many: "قطعةً", other: "قطعة" },
    english: ["piece", "pieces"],
  },
  riyal: {
    spoken: { one: "ريال", two: "ريالين", few: "ريالات", many: "ريال", other: "ريال" },
    standard: { one: "ريال واحد", two: "ريالين", few: "ريالات", many: "ريالًا", other: "ريال" },
    english: ["SAR", "SAR"],
  },
} as const;

/** A count of something with its noun, in the right number of the language. */
export function toCounted(count: number, noun: keyof typeof nouns, tongue: Tongue): string {
  const { english, spoken, standard } = nouns[noun];
  if (tongue === "english") return `${count} ${english[count === 1 ? 0 : 1]}`;
  return countArabic(count, tongue === "standard" ? standard : spoken);
}

/** A price as it is said: "249 ريال", "249 ريالًا", "SAR 249". */
export function toPrice(amount: Halalas, tongue: Tongue): string {
  if (tongue === "english") return `SAR ${formatShortRiyals(amount)}`;
  if (amount % 100 !== 0 || amount < 300) return `${formatShortRiyals(amount)} ريال`;
  const { form, noun } = {
    form: plural.select(amount / 100),
    noun: nouns.riyal[tongue === "standard" ? "standard" : "spoken"],
  };
  return `${formatShortRiyals(amount)} ${form === "few" || form === "many" ? noun[form] : noun.other}`;
}

/** "الرياض وجدة والدمام", "Riyadh, Jeddah and Dammam". */
export const toList = (items: readonly string[], tongue: Tongue): string =>
  tongue === "english"
    ? new Intl.ListFormat("en", { type: "conjunction" }).format(items).replace(/, and /, " and ")
    : items.join(" و");
