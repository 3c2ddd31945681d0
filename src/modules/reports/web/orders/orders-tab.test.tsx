import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { orderStates } from "#modules/figures/contract/order-states.ts";
import { ageBands, type OrdersReport } from "../../contract/orders.calls.ts";
import reports from "../../messages/en.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { OrdersTab } from "./orders-tab.tsx";

let answers: Answers;
beforeEach(async () => {
  const page = { items: [], next: null };
  answers = { "Reports/orders/rates": page, "Reports/orders/list": page };
  fakeServer(answers);
  await setupI18n("en", { en: { reports, reports_orders: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = { orders: 0, halalas: 0 };
const rate = { delivered: 8, refused: 2, cancelled: 0, percent: 80 };
const aReport = (change: Partial<OrdersReport> = {}): OrdersReport => ({
  from: "2026-11-01",
  to: "2026-11-21",
  as_of: null,
  emptiness: null,
  placed: { orders: 14, halalas: 280_000 },
  previous_placed: { orders: 7, halalas: 140_000 },
  states: orderStates.map((state) => ({ state, cod: { orders: 2, halalas: 40_000 }, paid: none })),
  returned: none,
  rates: { cod: rate, paid: { ...rate, delivered: 1, refused: 0, percent: null } },
  expected: { open: { orders: 4, halalas: 80_000 }, expected_halalas: 60_000, level: 90 },
  ages: ageBands.map((days) => ({
    days,
    preparing: none,
    on_the_way: { orders: days === "10+" ? 3 : 0, halalas: 0 },
  })),
  ...change,
});
const open = (report: OrdersReport) => {
  answers["Reports/orders"] = report;
  const scope = { compare: "previous" } as const;
  return openPages({ "/": () => <OrdersTab scope={scope} /> }, "/");
};

it("shows every state, the rates, and what has waited too long", async () => {
  await open(aReport());
  const states = await screen.findByRole("list", { name: en.by_state });
  expect(within(states).getAllByRole("button")).toHaveLength(orderStates.length);
  expect(screen.getByText("80%")).toBeTruthy();
  expect(screen.getAllByText(en.too_few).length).toBeGreaterThan(0);
  expect(screen.getByText(en.ages_late)).toBeTruthy();
  expect(screen.getByText("+100%")).toBeTruthy();
});

it("narrows the list by a state, and takes it back", async () => {
  await open(aReport());
  const states = await screen.findByRole("list", { name: en.by_state });
  const refused = within(states).getByRole("button", { name: new RegExp(en.state.refused) });
  await userEvent.click(refused);
  expect(refused.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: `Remove filter: ${en.state.refused}` }));
  expect(refused.getAttribute("aria-pressed")).toBe("false");
});

it.each(["not_connected", "none"] as const)("says why there are no orders: %s", async (emptiness) => {
  await open(aReport({ emptiness }));
  expect(await screen.findByRole("heading", { name: en.empty[emptiness] })).toBeTruthy();
});
