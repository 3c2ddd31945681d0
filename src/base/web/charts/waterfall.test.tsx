import { cleanup, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { Waterfall, type WaterfallRow } from "./waterfall.tsx";
import { toSteps } from "./waterfall-steps.ts";

beforeEach(() => setupI18n("ar"));
afterEach(cleanup);

const rows: WaterfallRow[] = [
  { key: "opening", kind: "total", name: "أول الشهر", amount: 100 },
  { key: "in", kind: "in", name: "شحن", amount: 300 },
  { key: "out", kind: "out", name: "حملة العجوة", amount: 150 },
  { key: "left", kind: "total", name: "الباقي", amount: 250 },
];

test("each row begins where the one above ended, and a total at zero", () => {
  expect(toSteps(rows)).toEqual([
    { from: 0, size: 0.25 },
    { from: 0.25, size: 0.75 },
    { from: 0.625, size: 0.375 },
    { from: 0, size: 0.625 },
  ]);
});

test("a month without money has bars without length", () => {
  expect(toSteps([{ kind: "total", amount: 0 }])).toEqual([{ from: 0, size: 0 }]);
});

test("no bar leaves its track, whatever the amounts", () => {
  const row = fc.record({
    kind: fc.constantFrom("total" as const, "in" as const, "out" as const),
    amount: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(row), (some) =>
      toSteps(some).every(({ from, size }) => from >= 0 && size >= 0 && from + size <= 1 + 1e-9),
    ),
  );
});

test("screen readers get a list of names and amounts", () => {
  renderWeb(<Waterfall label="شهر" rows={rows} amountText={({ amount }) => `${amount} ر.س`} />);
  const items = within(screen.getByRole("list", { name: "شهر" })).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "أول الشهر100 ر.س",
    "شحن300 ر.س",
    "حملة العجوة150 ر.س",
    "الباقي250 ر.س",
  ]);
});
