import { expect, test } from "vitest";
import { visualOrder } from "../testing/visual-order.ts";
import { isolateLiterals, isolateValue, mapTexts, stripRedundantIsolates } from "./bidi.ts";

const shown = (text: string) => visualOrder(text, "rtl");

test("without isolates a size is shown in reversed order: the check itself detects it", () => {
  expect(shown("المطلوب 1080×1920 بكسل")).toContain("1920×1080");
  expect(shown("من 18 إلى 34")).toBe("34 ىلإ 18 نم");
});

const turned = [
  "1080×1920",
  "18–34",
  "41 / 26",
  "-5",
  "+966 50 123 4567",
  "65+",
  "3.5×",
  "X Ads (beta)",
  "a@b.co",
];
test.each(turned)("%s is shown in its written order among Arabic words", (value) => {
  expect(shown(`المطلوب ${isolateValue(value, "ar")}، لا غير.`)).toContain(value);
});

test.each(["20.00", "1,234.50", "25%", "حملة الصيف", "9:30", "21 نوفمبر 2026"])(
  "%s needs no isolate amid Arabic words",
  (value) => expect(isolateValue(value, "ar")).toBe(value),
);

test("an Arabic name in an English sentence does not move what follows it", () => {
  const sentence = `Delete ${isolateValue("حملة 12", "en")} (3 ads)?`;
  expect(visualOrder(sentence, "ltr")).toBe("Delete 12 ةلمح (3 ads)?");
  expect(isolateValue("Summer 12", "en")).toBe("Summer 12");
});

test.each([
  ["اختر 55-64 و65+ معًا", ["55-64", "65+"]],
  ["{{width}}×{{height}} بكسل", ["{{width}}×{{height}}"]],
  ["بصيغة H.264 وصوت AAC.", ["H.264"]],
  ["ابدأه بـ https://", ["https://"]],
] as const)("%s has its figures and foreign words in isolates", (message, parts) => {
  const isolated = isolateLiterals(message, "ar");
  for (const part of parts) expect(isolated).toContain(`\u2066${part}\u2069`);
});

test("names of nested messages are not changed", () => {
  const message = "أقل ميزانية في $t(campaigns:platform_names.{{platform}}) هي {{min}} ر.س";
  expect(isolateLiterals(message, "ar")).toBe(message.replace("{{platform}}", "{{-platform}}"));
});

test.each([
  ["افصل المتجر: \u2068Sandbox Shop 2\u2069", "افصل المتجر: Sandbox Shop 2"],
  ["حذف حملة «\u2068Summer\u2069»؟", "حذف حملة «Summer»؟"],
  [
    "بصيغة \u2066PNG\u2069 أو \u2066JPG\u2069، \u20661080×1920\u2069",
    "بصيغة PNG أو \u2066JPG\u2069، \u20661080×1920\u2069",
  ],
  ["في \u2068Snap\u2069 30 يومًا", "في \u2068Snap\u2069 30 يومًا"],
  ["ربط \u2068Zid\u2069، \u2068Salla\u2069 غير متاح", "ربط \u2068Zid\u2069، Salla غير متاح"],
  ["العلامة \u2068X+\u2069 هنا", "العلامة \u2068X+\u2069 هنا"],
])("%s keeps only the isolates it needs", (sentence, tidy) => {
  expect(stripRedundantIsolates(sentence, "ar")).toBe(tidy);
  expect(shown(tidy)).toBe(shown(sentence));
});

test("a single figure is isolated too: the line around it is Arabic", () => {
  expect(isolateLiterals("{{times}}×", "ar")).toBe("\u2066{{times}}×\u2069");
});

test("lists and nested texts are changed one by one", () => {
  expect(mapTexts({ a: ["x", { b: "y" }], n: 1 }, (text) => text.toUpperCase())).toEqual({
    a: ["X", { b: "Y" }],
    n: 1,
  });
});
