import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { labelledPoints, niceScale, stretches } from "./chart-scale.ts";
import { LineChart, type Point } from "./line-chart.tsx";

const points: Point[] = [
  { key: "1", label: "الخميس 19 نوفمبر", short: "19 نوفمبر", values: [100, 40] },
  { key: "2", label: "الجمعة 20 نوفمبر", short: "20 نوفمبر", values: [null, 50] },
  { key: "3", label: "السبت 21 نوفمبر", short: "21 نوفمبر", values: [300, 60], immature: true },
  {
    key: "4",
    label: "الأحد 22 نوفمبر",
    short: "22 نوفمبر",
    values: [90, 20],
    immature: true,
    unfinished: true,
  },
];

beforeEach(() => setupI18n("ar"));
afterEach(cleanup);

const draw = () =>
  renderWeb(
    <LineChart
      title="المبيعات والإنفاق"
      series={[
        { key: "sales", name: "المبيعات", tone: "palm" },
        { key: "spend", name: "الإنفاق", tone: "clay" },
      ]}
      points={points}
      valueText={(value) => `${value} ر.س`}
    />,
  );

test("screen readers get the same figures as a table, no data included", () => {
  draw();
  const rows = within(screen.getByRole("table", { name: "المبيعات والإنفاق" })).getAllByRole("row");
  expect(rows).toHaveLength(5);
  expect(rows[2]?.textContent).toContain("لا بيانات");
  expect(rows[2]?.textContent).not.toContain("لا بيانات بعد");
  expect(rows[3]?.textContent).toContain("لم يكتمل بعد");
});

test("the arrow keys move along the days, and each is announced in full", () => {
  draw();
  const slider = screen.getByRole("slider", { name: "المبيعات والإنفاق" });
  expect(slider.getAttribute("aria-valuetext")).toContain("الأحد 22 نوفمبر، المبيعات 90 ر.س");
  fireEvent.change(slider, { target: { value: "1" } });
  expect(slider.getAttribute("aria-valuetext")).toBe("الجمعة 20 نوفمبر، المبيعات لا بيانات، الإنفاق 50 ر.س");
});

test("days that are not settled are hatched, and the line to the unfinished one is dotted", () => {
  draw();
  expect(screen.getAllByTestId("immature")).toHaveLength(2);
  const dotted = screen.getAllByTestId("open-line");
  expect(dotted).toHaveLength(2);
  // From the day before it to the day itself.
  expect(dotted[0]?.getAttribute("points")?.split(" ")).toHaveLength(2);
});

test("time runs left to right in Arabic too", () => {
  const { container } = draw();
  const days = [...container.querySelectorAll("svg text")].filter((text) =>
    text.textContent?.includes("نوفمبر"),
  );
  const places = days.map((day) => Number(day.getAttribute("x")));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  // In an isolate of its own: beside Arabic words the number would be on the wrong side.
  expect(days[0]?.textContent).toBe("\u206819 نوفمبر\u2069");
});

test("a gap in the data is a gap in the line", () => {
  expect(stretches([1, 2, null, 4])).toEqual([
    { from: 0, values: [1, 2] },
    { from: 3, values: [4] },
  ]);
});

test("the value axis has round lines above the highest value", () => {
  expect(niceScale(798)).toEqual({ top: 800, ticks: [0, 200, 400, 600, 800] });
  expect(niceScale(0).top).toBeGreaterThan(0);
  for (const highest of [1, 7, 43, 999, 12_345, 7_654_321])
    expect(niceScale(highest).top).toBeGreaterThanOrEqual(highest);
});

test("labels stand as far from each other, and the last day always has one", () => {
  expect(labelledPoints(30, 6)).toEqual([5, 11, 17, 23, 29]);
  expect(labelledPoints(10, 7)).toEqual([1, 3, 5, 7, 9]); // never two beside each other among others apart
  expect(labelledPoints(3, 6)).toEqual([0, 1, 2]);
  expect(labelledPoints(0, 6)).toEqual([]);
});
