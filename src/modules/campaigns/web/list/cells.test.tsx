import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#base/shared/language.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { ListRow } from "../../contract/list.ts";
import campaignsAr from "../../messages/ar.json" with { type: "json" };
import campaignsEn from "../../messages/en.json" with { type: "json" };
import { DaysCell, PaceBar, ReturnCell } from "./cells.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const setup = (language: Language) =>
  setupI18n(language, {
    ar: { campaigns: campaignsAr, campaigns_list: ar },
    en: { campaigns: campaignsEn, campaigns_list: en },
  });
afterEach(cleanup);

const day = (written: string) => written as RiyadhDay;
/** From the 15th to the 21st: nothing was reported for the 17th, and nobody ordered on the 18th. */
const days = [
  { day: day("2026-11-15"), orders_placed: 3 },
  { day: day("2026-11-16"), orders_placed: 8 },
  { day: day("2026-11-18"), orders_placed: 0 },
  { day: day("2026-11-19"), orders_placed: 2 },
  { day: day("2026-11-20"), orders_placed: 5 },
  { day: day("2026-11-21"), orders_placed: 1 },
];
const week = () =>
  renderWeb(<DaysCell row={{ days }} to={day("2026-11-21")} today={day("2026-11-21")} />).container;

describe("the bars of a week", () => {
  it("leave a day without data empty, and show a day without orders as zero", async () => {
    await setup("en");
    const drawn = [...week().querySelectorAll("[data-day]")].map((bar) => bar.getAttribute("data-day"));
    expect(drawn).toEqual(days.map((one) => one.day));
  });

  it.each([
    ["en", "Orders in the last seven days: 3, 8, No data, 0, 2, 5, 1"],
    ["ar", "الطلبات في آخر سبعة أيام: 3، 8، لا بيانات، 0، 2، 5، 1"],
  ] as const)("are read out in %s with the day that has no data named so", async (language, words) => {
    await setup(language);
    week();
    const label = screen.getByRole("img").getAttribute("aria-label") ?? "";
    expect(label.replace(/[\u2066-\u2069]/g, "")).toBe(words);
  });
});

describe("today's pace", () => {
  it("is not slow while nothing was reported today", async () => {
    await setup("en");
    renderWeb(<PaceBar spent={null} budget={300_00} usualShare={5_000} />);
    expect(screen.getByText("No data yet")).toBeTruthy();
    expect(screen.queryByText("Slow")).toBeNull();
    expect(screen.queryByText(/^.?0.? of/)).toBeNull();
  });

  it("is slow when nothing was spent by a time when much usually is", async () => {
    await setup("en");
    renderWeb(<PaceBar spent={0} budget={300_00} usualShare={5_000} />);
    expect(screen.getByText("Slow")).toBeTruthy();
  });
});

describe("a return", () => {
  const figures = {
    orders_placed: 4,
    sales_placed_halalas: 400_00,
    roas_placed: 4,
    orders_delivered: 1,
    sales_delivered_halalas: 100_00,
    roas_delivered: 1,
  };
  const row = { figures, target_roas: 30_000 } as ListRow;

  it("is judged against the target by the orders that the person counts", async () => {
    await setup("en");
    renderWeb(<ReturnCell row={row} of="delivered" counted="delivered" />);
    expect(screen.getByText("1.00×")).toBeTruthy();
    expect(screen.getByText("↓ Below your target")).toBeTruthy();
  });

  it("of other orders is no judgement", async () => {
    await setup("en");
    renderWeb(<ReturnCell row={row} of="delivered" counted="placed" />);
    renderWeb(<ReturnCell row={row} of="placed" counted="placed" />);
    expect(screen.getByText("4.00×")).toBeTruthy();
    expect(screen.queryByText("↓ Below your target")).toBeNull();
  });
});
