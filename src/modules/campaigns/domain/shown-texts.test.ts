import { expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { listShownTexts } from "./shown-texts.ts";

const ad = {
  headline: "عجوة المدينة",
  more_headlines: ["تمر سكري", " "],
  text: "خصم 20%",
  description: "من القصيم",
  more_descriptions: ["توصيل سريع"],
};

it.each<[Platform, boolean, boolean]>([
  ["snapchat", false, false],
  ["tiktok", true, false],
  ["google", false, true],
])("what people see of an ad on %s: its text %s, its descriptions %s", (platform, text, descriptions) => {
  const limits = getCapabilities(platform);
  if (!limits) throw new Error(platform);
  const shown = listShownTexts(ad, limits);
  expect(shown.slice(0, 2)).toEqual(["عجوة المدينة", "تمر سكري"]);
  expect(shown.includes("خصم 20%")).toBe(text);
  expect(shown.includes("توصيل سريع")).toBe(descriptions);
  expect(shown).not.toContain(" ");
});
