import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaignsAr from "#modules/campaigns/messages/ar.json" with { type: "json" };
import campaignsEn from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasonsAr from "#modules/seasons/messages/ar.json" with { type: "json" };
import seasonsEn from "#modules/seasons/messages/en.json" with { type: "json" };
import type { ControlRuleFields } from "../contract/control-rule.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { newRule, readyRules } from "./ready-rules.ts";
import { RuleSentence } from "./rule-sentence.tsx";

afterEach(cleanup);

const isolates = /[\u2066-\u2069\u200e\u200f]/g;
async function read(language: "ar" | "en", rule: ControlRuleFields): Promise<string> {
  await setupI18n(language, {
    ar: { rules: ar, campaigns: campaignsAr, seasons: seasonsAr },
    en: { rules: en, campaigns: campaignsEn, seasons: seasonsEn },
  });
  const { container } = render(<RuleSentence rule={rule} />);
  return (container.textContent ?? "").replace(isolates, "");
}

describe("a rule as a sentence", () => {
  it("reads right in Arabic, with the number's own form", async () => {
    expect(await read("ar", newRule)).toContain(
      "إذا كان العائد حسب الطلبات أقل من 1.20× خلال آخر 3 أيام بعد إنفاق 100 ر.س على الأقل، أوقف الحملة.",
    );
  });

  it.each([
    [1, "أمس"],
    [2, "آخر يومين"],
    [10, "آخر 10 أيام"],
    [11, "آخر 11 يومًا"],
  ])("counts %i days", async (window_days, words) => {
    expect(await read("ar", { ...newRule, window_days })).toContain(`خلال ${words}`);
  });

  it("says its change, its hour and its reach in English", async () => {
    const words = await read("en", { ...readyRules.raise_winner, min_spend_halalas: 0 });
    expect(words).toContain(
      "If the return by orders over the last 3 days is above 3.00×: Raise the budget by 15%.",
    );
    expect(words).toContain("every day at 10:00 am on all your running campaigns, new ones too");
  });

  const several: ControlRuleFields = {
    ...readyRules.pause_drop,
    more_conditions: [
      { join: "and", target: "spend", comparison: "greater", basis: "value", value: 500_00 },
      { join: "or", target: "sales", comparison: "less", basis: "own_week", value: 50 },
    ],
    schedule: "hourly",
    at_hour: null,
    hours_from: 18,
    hours_to: 2,
    season: "ramadan",
  };

  it("reads several conditions, hours and a season in Arabic", async () => {
    const words = await read("ar", several);
    expect(words).toContain(
      "خلال آخر يومين: إذا كان العائد حسب الطلبات أقل من 60% من مستواه في الأيام السبعة قبلها وكان الإنفاق أكثر من 500 ر.س، أو كانت المبيعات حسب الطلبات أقل من 50% من معدلها في الأيام السبعة قبلها بعد إنفاق 100 ر.س على الأقل، أوقف الحملة حتى الغد.",
    );
    expect(words).toMatch(/تُفحص كل ساعة من .* إلى .*، في موسم رمضان فقط\./);
  });

  it("reads several conditions, hours and a season in English", async () => {
    const words = await read("en", several);
    expect(words).toContain(
      "Over the last 2 days, if the return by orders is below 60% of its level in the 7 days before and the spending is above SAR 500, or the sales by orders are below 50% of their average in the 7 days before after spending at least SAR 100: Pause the campaign until tomorrow.",
    );
    expect(words).toContain("every hour from 6:00 pm to 2:00 am");
    expect(words).toContain("only in the season Ramadan");
  });

  it("says sales in the feminine", async () => {
    expect(await read("ar", readyRules.stop_no_orders)).toContain(
      "إذا كانت المبيعات حسب الطلبات أقل من 1 ر.س",
    );
  });

  it("marks its values, and its act apart", async () => {
    await read("en", newRule);
    expect(screen.getByText("Stop the campaign").closest("mark")?.dataset.kind).toBe("act");
    expect(screen.getByText(/1.20/).closest("mark")?.dataset.kind).toBe("value");
  });
});
