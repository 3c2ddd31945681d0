import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { type Language, languages } from "#base/shared/language.ts";
import { toNamespace } from "#base/shared/message-files.ts";
import { type LoadMessages, startI18n } from "#base/web/runtime/i18n.ts";
import { setDigits, setLanguage } from "#base/web/runtime/preferences.ts";
import { findReordered } from "../../base/testing/messages-in-order.ts";
import { visualOrder } from "../../base/testing/visual-order.ts";
import { loadStaffMessages } from "../staff/messages.ts";
import { loadMessages } from "./messages.ts";

const raw = import.meta.glob<Record<string, unknown>>(["/src/**/messages/*.json", "!/src/**/testing/**"], {
  import: "default",
  eager: true,
});

const listFiles = (language: Language): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .map(([path, texts]) => [toNamespace(path), texts]),
  );

const loadAll: LoadMessages = async (...which) =>
  (await loadMessages(...which)) ?? (await loadStaffMessages(...which));

beforeAll(() => startI18n(loadAll, Object.keys(listFiles("ar"))));

async function read(language: Language): Promise<void> {
  setLanguage(language);
  await i18next.changeLanguage(language);
}

test.each(languages)(
  "every message in %s shows its figures and names in their written order",
  async (language) => {
    await read(language);
    expect(findReordered(listFiles(language), language, (key, values) => i18next.t(key, values))).toEqual([]);
  },
);

test("the digits a merchant chose are used in sentences too, in the same order", async () => {
  await read("ar");
  setDigits("arab");
  // Each file of texts is prepared again by itself.
  await vi.waitFor(() => {
    expect(i18next.t("home:none_words")).toContain("٣٠");
    expect(i18next.t("campaigns:budget_too_small", { platform: "snapchat", min: "20.00" })).toContain(
      "٢٠٫٠٠ ر.س",
    );
    expect(i18next.t("reports:against_before", { count: 12 })).toContain("١٢");
    const size = visualOrder(i18next.t("creative:guidance.pixels_max", { width: 1080, height: 1920 }), "rtl");
    expect(size).toContain("١٠٨٠×١٩٢٠");
  });
  expect(i18next.t("campaigns:link_not_valid")).toContain("https://");
  expect(i18next.t("campaigns:ask.delete_campaign", { name: "خصم 50" })).toContain("خصم 50");
  setDigits("latn");
  await expect.poll(() => i18next.t("home:none_words")).toContain("30");
});
