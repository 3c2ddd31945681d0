import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import adAccountsAr from "#modules/ad-accounts/messages/ar.json" with { type: "json" };
import adAccountsEn from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import type { DestinationAnswer, HealthAnswer } from "../../contract/conversions.calls.ts";
import { ConversionsPage } from "./conversions-page.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const snapchat: DestinationAnswer = {
  ad_account_id: "acc_1",
  platform: "snapchat",
  name: "متجر نورة",
  status: "linked",
  has_pixel: true,
  is_enabled: true,
  waiting: 0,
  failure: { since: "2026-11-20T09:00:00Z", message: null, reason: "Pixel not active" },
  match_quality: null,
  buyers_list: null,
};
const health: HealthAnswer = {
  settings: { send_at: "order", contacts_allowed_at: null },
  destinations: [snapchat],
  days: [{ day: "2026-11-20", platform: "snapchat", sent: 7, accepted: 5, refused: 2, restated: 0 }],
  reasons: [{ platform: "snapchat", reason_code: "too_old", reason: "", count: 2 }],
};

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = { "Conversions/index": health };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(language: "ar" | "en" = "en") {
  await setupI18n(language, {
    ar: { conversions_health: ar, ad_accounts: adAccountsAr },
    en: { conversions_health: en, ad_accounts: adAccountsEn },
  });
  await openPages({ "/": ConversionsPage }, "/");
  return language === "ar" ? ar : en;
}

it.each(["ar", "en"] as const)(
  "says what fails and why, what was refused, and what a platform needs (%s)",
  async (language) => {
    const texts = await open(language);
    expect(await screen.findByText(texts.platforms.needs_contact)).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("Pixel not active");
    expect(screen.getByText(texts.reasons.too_old)).toBeTruthy();
    expect(screen.getByText(texts.buyers.needs_contacts)).toBeTruthy();
  },
);

it("shares contacts only by the merchant's own switch, and stops only after a confirmation", async () => {
  await open();
  const shared = { ...health, settings: { ...health.settings, contacts_allowed_at: "2026-11-21T09:00:00Z" } };
  answers["Conversions/settings"] = shared;
  await userEvent.click(await screen.findByRole("switch", { name: en.contacts.label }));
  expect(sent.at(-1)?.body).toEqual({ send_at: "order", shares_contacts: true });
  const count = sent.length;
  await userEvent.click(await screen.findByRole("switch", { name: en.contacts.label, checked: true }));
  expect(sent).toHaveLength(count);
  await userEvent.click(await screen.findByRole("button", { name: en.contacts.stop }));
  expect(sent.at(-1)?.body).toEqual({ send_at: "order", shares_contacts: false });
});

it("switches a platform's list of buyers on once contacts are shared", async () => {
  answers["Conversions/index"] = {
    ...health,
    settings: { ...health.settings, contacts_allowed_at: "2026-11-21T09:00:00Z" },
  };
  answers["Conversions/exclude-buyers"] = health;
  await open();
  await userEvent.click(await screen.findByRole("switch", { name: /Leave buyers out/ }));
  expect(sent.at(-1)?.body).toEqual({ ad_account_id: "acc_1", is_on: true });
});
