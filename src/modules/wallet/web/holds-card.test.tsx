import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import accountsAr from "#modules/ad-accounts/messages/ar.json" with { type: "json" };
import accountsEn from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { HoldsCard } from "./holds-card.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aReserve = (id: string, explanation: object | null) => ({
  campaign_id: id,
  title: `campaign ${id}`,
  held_halalas: 600_00,
  target_halalas: 600_00,
  explanation,
});

it.each([
  ["ar", "أعلى إنفاق ممكن ليومين على سناب شات: 300 ر.س لكل يوم"],
  ["en", "The most Snapchat can cost in a day, SAR 300, for 2 days"],
] as const)("says why so much is held for a campaign (%s)", async (language, words) => {
  const items = [
    aReserve("cmp_1", { platform: "snapchat", days: 2, day_halalas: 300_00 }),
    aReserve("cmp_2", null),
  ];
  fakeServer({ "Wallet/reserves": { items, page: 1, size: 20, total: 2 } });
  await setupI18n(language, {
    ar: { wallet: ar, ad_accounts: accountsAr },
    en: { wallet: en, ad_accounts: accountsEn },
  });
  await openPages({ "/": HoldsCard }, "/");
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(2);
});
