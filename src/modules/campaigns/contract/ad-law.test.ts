import { describe, expect, it } from "vitest";
import { labelledAds } from "../testing/labelled-ads.ts";
import { checkAdLaw, findLicenceProblem, isLicenceNumber } from "./ad-law.ts";
import { adLawRules } from "./ad-law-rules.ts";

/** What `docs/writer-checks.md` says: ads with a rule that was missed, and those with one too many. */
const stated = {
  ads: 200,
  misses: [
    "أسعار مكسّرة على العطور",
    "سنابية معروفة تنصحكم بعطرنا",
    "أقوى متجر عبايات",
    "يوقف تساقط الشعر",
    "بشرة أصغر بعشر سنين",
    "نزّلنا الأسعار لكم",
    "حسم 15% لطلاب الجامعات",
    "حرق أسعار قبل العيد",
    "كاش باك 10% على طلبك",
    "خذ اثنين وادفع حق واحد",
    "عينة مجانية مع كل طلب",
    "الفائز يعلن الخميس",
    "توقع النتيجة وخذ جوال",
    "بمسابقتنا الجديدة تكسب ساعة",
    "اختيار المؤثرة هند لهذا الشتاء",
    "أفضل في السعر والجودة من الكل",
    "ما تلقى أحسن منا",
    "أكيد بتشوفين الفرق",
    "ينزل وزنك خمسة كيلو",
    "ترتاح من آلام الظهر",
    "ينظف القولون",
    "نفخ الشفايف بدون إبر",
    "ضاعف فلوسك معنا",
    "نسخة مطابقة للأصلية",
  ],
  falseAlarms: [
    "كتاب عن علاج الملل بالسفر",
    "لوحة سحب الستارة سهلة التركيب",
    "طاولة مكتب بأدراج سحب",
    "Sale of goods follows our terms",
  ],
};

describe("the ad law in labelled ads", () => {
  it("is missed and imagined where it is stated", () => {
    const misses: string[] = [];
    const falseAlarms: string[] = [];
    for (const [text, ...rules] of labelledAds) {
      const found = checkAdLaw(text).map(({ rule }) => rule);
      if (rules.some((rule) => !found.includes(rule))) misses.push(text);
      if (found.some((rule) => !rules.includes(rule))) falseAlarms.push(text);
    }
    const measured = { ads: labelledAds.length, misses, falseAlarms };
    expect(measured).toEqual(stated);
  });

  it("has each of its rules in some of them", () => {
    const labelled = new Set(labelledAds.flatMap(([, ...rules]) => rules));
    expect(adLawRules.map(({ key }) => key).filter((key) => !labelled.has(key))).toEqual([]);
  });
});

it("what needs a licence comes first, with the words that were met", () => {
  const findings = checkAdLaw("نتائج مضمونة وخصم ٣٠٪ وتخفيضات");
  expect(findings.map(({ rule, level, licence }) => [rule, level, licence])).toEqual([
    ["discount", "block", "discount"],
    ["guarantee", "advise", null],
  ]);
  expect(findings[0]?.words).toEqual(["وخصم", "وتخفيضات"]);
});

it.each([
  ["2026-11-21", null],
  ["2026-11-30", null],
  ["2026-11-20", "dates"],
  ["2026-12-01", "dates"],
])("a licence from 21 to 30 November allows an ad on %s: %s", (today, problem) => {
  const licence = {
    kind: "discount",
    number: "1447-20931",
    starts_on: "2026-11-21",
    ends_on: "2026-11-30",
  } as const;
  expect(findLicenceProblem(licence, today)).toBe(problem);
});

it.each([
  ["1447-20931", true],
  ["١٤٤٧٢٠٩٣١", true],
  ["FL-20931", true],
  ["بدون", false],
  ["12", false],
  ["----1234----", false],
])("%s is a licence number: %s", (number, is) => expect(isLicenceNumber(number)).toBe(is));

it("the words are named whole and as they are written", () => {
  const words = (text: string) => checkAdLaw(text).flatMap((finding) => finding.words);
  expect(words("عندنا «نتائج   مضمونة»!")).toEqual(["نتائج مضمونة"]);
  expect(words("السعر المخفّض، لفترة")).toEqual(["المخفّض"]);
});
