import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { LedgerMonthsPage } from "./ledger-months-page.tsx";
import en from "./messages/en.json" with { type: "json" };

const month = {
  month: "2026-10",
  opening_halalas: 0,
  closing_halalas: 5_000,
  is_sealed: true,
  hash: "a".repeat(64),
};

beforeEach(async () => {
  fakeServer({ "Wallet/statement/months": { items: [month], ad_spend_invoicing: "monthly" } });
  await setupI18n("en", { en: { reports_ledger: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("offers the script that checks the proof files below them", async () => {
  await openPages({ "/": LedgerMonthsPage }, "/");
  expect(await screen.findByRole("button", { name: en.save_proof })).toBeTruthy();
  const link = screen.getByRole("link", { name: en.save_verifier });
  expect(link.getAttribute("href")).toBe("/verify-proof.mjs");
});
