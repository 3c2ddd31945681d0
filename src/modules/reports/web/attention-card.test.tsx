import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { attentionKinds } from "../contract/reports.calls.ts";
import en from "../messages/en.json" with { type: "json" };
import { AttentionCard } from "./attention-card.tsx";

let answers: Answers;
beforeEach(async () => {
  answers = {};
  fakeServer(answers);
  await setupI18n("en", { en: { reports: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const anItem = (kind: string, details: object = {}) => ({
  kind,
  subject: null,
  subject_id: null,
  ends_on: null,
  since: null,
  amount_halalas: null,
  charge_at: null,
  ...details,
});
const open = async (...items: object[]) => {
  answers["Reports/attention"] = { items };
  return openPages({ "/": AttentionCard }, "/");
};

it("has words and a next step for every kind", async () => {
  await open(...attentionKinds.map((kind) => anItem(kind, { subject_id: "cmp_1" })));
  const rows = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent ?? "");
  expect(rows).toHaveLength(attentionKinds.length);
  expect(rows.filter((row) => row.includes("_"))).toEqual([]);
});

it("says what a planned top-up charges and when, and leads to where it is turned off", async () => {
  await open(anItem("top_up_planned", { amount_halalas: 30_000, charge_at: "2026-11-21T09:10:00Z" }));
  expect(await screen.findByText(/charge your card SAR 300\.00 at .*12:10/)).toBeTruthy();
  const link = screen.getByRole("link", { name: en.top_up_planned_action });
  expect(link.getAttribute("href")).toBe("/financial-transaction/wallet");
});

it("says why the automatic top-up stopped, and leads to another card", async () => {
  await open(anItem("top_up_card_refused"));
  expect(await screen.findByText(en.top_up_card_refused_words)).toBeTruthy();
  const link = screen.getByRole("link", { name: en.top_up_card_refused_action });
  expect(link.getAttribute("href")).toBe("/financial-transaction/wallet");
});

it("names the amount of a chargeback, and leads to the statement", async () => {
  await open(anItem("charged_back", { amount_halalas: 20_000, since: "2026-11-20T08:00:00Z" }));
  expect(await screen.findByText(/A bank took back SAR 200\.00/)).toBeTruthy();
  const link = screen.getByRole("link", { name: en.charged_back_action });
  expect(link.getAttribute("href")).toBe("/financial-transaction/operations-table");
});

it("names a card that expires, and leads to the cards", async () => {
  await open(anItem("card_expiring", { subject: "4242", subject_id: "crd_1", ends_on: "2026-12-31" }));
  expect(await screen.findByText(/ending in 4242 expires on .*31/)).toBeTruthy();
  const link = screen.getByRole("link", { name: en.card_expiring_action });
  expect(link.getAttribute("href")).toBe("/financial-transaction/payment-methods");
});
