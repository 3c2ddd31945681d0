import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaignsAr from "#modules/campaigns/messages/ar.json" with { type: "json" };
import campaignsEn from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasonsAr from "#modules/seasons/messages/ar.json" with { type: "json" };
import seasonsEn from "#modules/seasons/messages/en.json" with { type: "json" };
import type { ControlRuleFields, SeenCondition } from "../contract/control-rule.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { newRule, readyRules } from "./ready-rules.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { SeenConditions } from "./seen-conditions.tsx";
import type { ReadRule } from "./use-rule-text.ts";

afterEach(cleanup);

const isolates = /[\u2066-\u2069\u200e\u200f]/g;
async function read(language: "ar" | "en", rule: ReadRule): Promise<string> {
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

  it("says for which product's campaigns it is", async () => {
    const rule = { ...newRule, reach: "product" as const, product_id: "prd_1", product: { name: "عجوة" } };
    expect(await read("ar", rule)).toContain("على كل حملات «عجوة» العاملة، الجديدة أيضًا");
  });

  it("marks its values, and its act apart", async () => {
    await read("en", newRule);
    expect(screen.getByText("Stop the campaign").closest("mark")?.dataset.kind).toBe("act");
    expect(screen.getByText(/1.20/).closest("mark")?.dataset.kind).toBe("value");
  });
});

describe("what conditions saw", () => {
  const conditions: SeenCondition[] = [
    { join: null, target: "roas", comparison: "less", basis: "value", value: 120, seen: 145, is_met: false },
    {
      join: "and",
      target: "spend",
      comparison: "greater",
      basis: "own_week",
      value: 120,
      seen: 130,
      is_met: true,
    },
    {
      join: "or",
      target: "sales",
      comparison: "less",
      basis: "own_week",
      value: 50,
      seen: null,
      is_met: false,
    },
  ];

  it.each(["ar", "en"] as const)("is said of each, with whether it was met, in %s", async (language) => {
    await setupI18n(language, {
      ar: { rules: ar, campaigns: campaignsAr, seasons: seasonsAr },
      en: { rules: en, campaigns: campaignsEn, seasons: seasonsEn },
    });
    render(<SeenConditions conditions={conditions} />);
    const lines = screen
      .getAllByRole("listitem")
      .map((line) => (line.textContent ?? "").replace(isolates, ""));
    expect(lines).toEqual(
      language === "ar"
        ? [
            "كان العائد على الإنفاق 1.45×، والشرط أقل من 1.20×",
            "وكان الإنفاق 130%، والشرط أكثر من 120% من معدله في الأيام السبعة قبلها",
            "أو المبيعات: لا رقم نقارنه، والشرط أقل من 50% من معدلها في الأيام السبعة قبلها",
          ]
        : [
            "Return on ad spend was 1.45×, the condition is below 1.20×",
            "And: Spending was 130%, the condition is above 120% of its average in the 7 days before",
            "Or: Sales: nothing to compare, the condition is below 50% of their average in the 7 days before",
          ],
    );
    expect(screen.getAllByRole("img")).toHaveLength(3);
  });
});
