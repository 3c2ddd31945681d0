import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaignsAr from "#modules/campaigns/messages/ar.json" with { type: "json" };
import campaignsEn from "#modules/campaigns/messages/en.json" with { type: "json" };
import type { ControlRuleFields } from "../contract/control-rule.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { newRule, readyRules } from "./ready-rules.ts";
import { RuleSentence } from "./rule-sentence.tsx";

afterEach(cleanup);

const isolates = /[\u2066-\u2069\u200e\u200f]/g;
async function read(language: "ar" | "en", rule: ControlRuleFields): Promise<string> {
  await setupI18n(language, {
    ar: { rules: ar, campaigns: campaignsAr },
    en: { rules: en, campaigns: campaignsEn },
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

  it("marks its values, and its act apart", async () => {
    await read("en", newRule);
    expect(screen.getByText("Stop the campaign").closest("mark")?.dataset.kind).toBe("act");
    expect(screen.getByText(/1.20/).closest("mark")?.dataset.kind).toBe("value");
  });
});
