import { fold } from "#base/shared/fold.ts";
import type { Tongue } from "../../contract/writer-enums.ts";

/** Whom a merchant may ask to speak to: beginnings of folded words, and how a text says it. */
const audiences: readonly { words: readonly string[]; ar: string; en: string }[] = [
  { words: ["موظف", "دوام", "عمل", "office", "work"], ar: "لأهل الدوام", en: "for working days" },
  { words: ["عروس", "عرايس", "زواج", "bride", "wedding"], ar: "لعروس السنة", en: "for brides" },
  { words: ["ام", "امهات", "الوالده", "mother", "mom"], ar: "للأمهات", en: "for mothers" },
  { words: ["ابو", "والد", "اباء", "father", "dad"], ar: "للوالد", en: "for fathers" },
  {
    words: ["طلاب", "طالب", "جامع", "مدرس", "student", "school"],
    ar: "للطلاب والطالبات",
    en: "for students",
  },
  { words: ["هدي", "هدايا", "gift"], ar: "لمن يبحث عن هدية", en: "for gift hunters" },
  { words: ["اطفال", "عيال", "طفل", "kids", "children"], ar: "لأطفال البيت", en: "for the kids" },
  { words: ["رجال", "شباب", "men"], ar: "للرجال", en: "for men" },
  { words: ["نساء", "بنات", "سيدات", "women", "girls"], ar: "للبنات والسيدات", en: "for women" },
  { words: ["ضيوف", "عزايم", "عزيمه", "guests"], ar: "لأهل العزايم", en: "for hosts" },
  { words: ["سفر", "مسافر", "travel"], ar: "للمسافرين", en: "for travellers" },
];

/** Beginnings of folded words by what a shopper's comment asks. */
const topics = {
  price: ["كم", "بكم", "سعر", "اسعار", "price", "much", "cost"],
  delivery: ["توصيل", "يوصل", "توصل", "شحن", "متي", "مده", "deliver", "ship", "arrive"],
  cash_on_delivery: ["دفع", "الدفع", "استلام", "كاش", "pay", "cash"],
  stock_left: ["متوفر", "موجود", "باقي", "خلص", "available", "stock"],
  returns: ["ارجاع", "استرجاع", "استبدال", "return", "exchange"],
  city: ["وين", "مدينه", "فرع", "where", "city"],
} as const;
export type Topic = keyof typeof topics;

const toWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => [word, word.replace(/^(?:و|ف|ب|ل)?(?:ال|لل)?(?=\p{L}{2})/u, "")]);

const mentions = (words: readonly string[], beginnings: readonly string[]) =>
  words.some((word) =>
    beginnings.some((begin) => (begin.length <= 3 ? word === begin : word.startsWith(begin))),
  );

/** Whom the request names, as the text says it; null when nobody. */
export function findAudience(prompt: string, tongue: Tongue): string | null {
  const words = toWords(prompt);
  const found = audiences.find((audience) => mentions(words, audience.words));
  return found ? found[tongue === "english" ? "en" : "ar"] : null;
}

/** Whether the request asks for the lower price to be said. */
export const wantsDiscount = (prompt: string): boolean =>
  mentions(toWords(prompt), ["خصم", "تخفيض", "تنزيل", "عرض", "discount", "sale", "offer"]);

/** What a comment asks, in the order of the table. */
export function findTopics(comment: string): Topic[] {
  const words = toWords(comment);
  return (Object.keys(topics) as Topic[]).filter((topic) => mentions(words, topics[topic]));
}
