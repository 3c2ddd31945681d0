import { describe, expect, it } from "vitest";
import { formatAmount, formatRelative } from "./relative-time.ts";

const tags = { ar: "ar-SA-u-nu-latn", en: "en-GB-u-nu-latn" } as const;

describe.each(["ar", "en"] as const)("an age in %s", (language) => {
  it("reads as the standard formatter writes it, for every amount", () => {
    const standard = new Intl.RelativeTimeFormat(tags[language], { numeric: "auto" });
    for (const unit of ["minute", "hour", "day", "month"] as const)
      for (let count = 1; count <= 250; count += 1)
        for (const amount of [count, -count])
          expect(formatAmount(amount, unit, language)).toBe(standard.format(amount, unit));
  });

  it("is now for less than 45 seconds, then minutes, hours of the same day, days and months", () => {
    const now = new Date("2026-11-22T12:00:00Z");
    const ago = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1_000), now, language);
    const [one, hour, yesterday, days, month] = {
      ar: ["قبل دقيقة واحدة", "قبل 3 ساعات", "أمس", "قبل 29 يومًا", "الشهر الماضي"],
      en: ["1 minute ago", "3 hours ago", "yesterday", "29 days ago", "last month"],
    }[language];
    expect(ago(44)).toBe(language === "ar" ? "الآن" : "now");
    expect(ago(45)).toBe(one);
    expect(ago(3 * 3_600)).toBe(hour);
    expect(ago(24 * 3_600)).toBe(yesterday);
    expect(ago(29 * 86_400)).toBe(days);
    expect(ago(30 * 86_400)).toBe(month);
  });
});
