import i18next from "i18next";
import { describe, expect, it } from "vitest";
import type { Language } from "#base/shared/language.ts";
import { formatFor } from "#base/web/runtime/format.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { noHour, planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { describeHours } from "./hour-plan-text.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const nights = planOfRuns(everyDay.map((weekday) => ({ weekday, from: 21, hours: 5 })));
const weekend = planOfRuns([{ weekday: 5, from: 0, hours: 48 }]);
const marks = /[\u200e\u200f\u2066-\u2069]/g;

async function read(plan: string | null, language: Language) {
  await setupI18n(language, { ar: { campaigns: ar }, en: { campaigns: en } });
  const t = i18next.getFixedT(language, "campaigns");
  return describeHours(plan, { t, format: formatFor(language) }).replace(marks, "");
}

describe("an hour plan in words", () => {
  it.each([
    [null, "All the time"],
    [noHour, "At no hour"],
    [nights, "Every day 9:00 pm to 2:00 am"],
    [weekend, "Friday and Saturday all day"],
  ])("in English", async (plan, words) => expect(await read(plan, "en")).toBe(words));

  it.each([
    [null, "كل الوقت"],
    [nights, "كل يوم من 9:00 م إلى 2:00 ص"],
    [weekend, "الجمعة والسبت طوال اليوم"],
  ])("in Arabic", async (plan, words) => expect(await read(plan, "ar")).toBe(words));
});
