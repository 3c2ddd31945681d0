import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { staffActs } from "../../contract/enums.ts";
import en from "./messages/en.json" with { type: "json" };
import { StaffActsCard } from "./staff-acts-card.tsx";

const path = "Finance/staff-acts";
let answers: Answers;
beforeEach(async () => {
  answers = {};
  fakeServer(answers);
  await setupI18n("en", { en: { finance_acts: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const act = (
  id: number,
  action: string,
  amount_halalas: number | null = null,
  reason: string | null = null,
) => ({
  id,
  action,
  amount_halalas,
  reason,
  recorded_at: "2026-11-21T09:00:00Z",
});

it("says so when nobody looked", async () => {
  answers[path] = { items: [], next: null };
  await openPages({ "/": StaffActsCard }, "/");
  expect(await screen.findByText(en.none_words)).toBeTruthy();
});

it("has words for every act, the amount of those that have one, and the earlier ones by a press", async () => {
  const items = staffActs.map((action, at) =>
    act(100 - at, action, action === "finance.credit_given" ? 2_500 : null),
  );
  answers[path] = { items, next: 50 };
  await openPages({ "/": StaffActsCard }, "/");
  expect(await screen.findByText(en.actions.finance.money_viewed)).toBeTruthy();
  const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(rows).toHaveLength(staffActs.length);
  expect(rows.filter((row) => row.includes("actions."))).toEqual([]);
  expect(rows.filter((row) => row.includes("25.00"))).toHaveLength(1);
  answers[path] = { items: [act(7, "wallet.payout_started")], next: null };
  await userEvent.click(screen.getByRole("button", { name: en.more }));
  expect(await screen.findAllByText(en.actions.wallet.payout_started)).toHaveLength(2);
  expect(screen.queryByRole("button", { name: en.more })).toBeNull();
});

it("shows the reason of an act that has one", async () => {
  const items = [act(2, "finance.credit_given", 2_500, "An outage"), act(1, "finance.money_viewed")];
  answers[path] = { items, next: null };
  await openPages({ "/": StaffActsCard }, "/");
  expect(await screen.findByText("An outage")).toBeTruthy();
  expect(screen.getAllByText(new RegExp(`^${en.reason}`))).toHaveLength(1);
});
