import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import walletAr from "../../messages/ar.json" with { type: "json" };
import walletEn from "../../messages/en.json" with { type: "json" };
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { MonthCard } from "./month-card.tsx";
import { addMonths, readMonth } from "./use-month.ts";

const month = {
  month: "2026-10",
  opening_halalas: 100_00,
  closing_halalas: 380_00,
  in: [{ kind: "deposit", amount_halalas: 500_00 }],
  out: [
    { kind: "ad_spend", reference: "cmp_1", title: "تمور العجوة", amount_halalas: 200_00 },
    { kind: "ad_spend", reference: null, title: null, amount_halalas: 20_00 },
  ],
  in_halalas: 500_00,
  out_halalas: 220_00,
  as_of: "2026-11-01T00:00:00Z",
};

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = { "Wallet/month": month };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(language: "ar" | "en", address: string) {
  await setupI18n(language, {
    ar: { wallet: walletAr, wallet_month: ar },
    en: { wallet: walletEn, wallet_month: en },
  });
  return openPages({ "/": MonthCard }, address);
}

it.each(["ar", "en"] as const)("shows the month of the address as a picture (%s)", async (language) => {
  await open(language, "/?month=2026-10");
  const rows = within(await screen.findByRole("list")).getAllByRole("listitem");
  const amounts = rows.map((row) => /[+\u2212]?[\d,]+\.\d\d/.exec(row.textContent ?? "")?.[0]);
  expect(amounts).toEqual(["100.00", "+500.00", "\u2212200.00", "\u221220.00", "380.00"]);
  expect(screen.getByRole("link", { name: "تمور العجوة" }).getAttribute("href")).toBe("/campaigns/cmp_1");
  expect(sent[0]?.query.get("month")).toBe("2026-10");
});

it("goes back a month, and never past the present one", async () => {
  const pages = await open("en", "/");
  expect((await screen.findByRole("button", { name: en.next })).hasAttribute("disabled")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: en.previous }));
  await vi.waitFor(() => expect(pages.search()).toHaveProperty("month"));
  await userEvent.click(screen.getByRole("button", { name: en.next }));
  await vi.waitFor(() => expect(pages.search()).not.toHaveProperty("month"));
});

it("a month without money says so instead of drawing nothing", async () => {
  answers["Wallet/month"] = { ...month, in: [], out: [], opening_halalas: 0, closing_halalas: 0 };
  await open("en", "/?month=2026-10");
  expect(await screen.findByText(en.nothing)).toBeTruthy();
});

it("counts months over the turn of a year", () => {
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
});

it.each(["2026-13", "2027-01", "soon", 5])("an address with the month %s shows the present one", (value) => {
  expect(readMonth({ month: value }, "2026-11")).toBe("2026-11");
});
