import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { HeatMap } from "./heat-map.tsx";

beforeEach(() => setupI18n("en"));
afterEach(cleanup);

const orders: Record<string, number | null> = { "0:9": 10, "0:10": 4, "1:9": null };
const show = () =>
  renderWeb(
    <HeatMap
      label="When shoppers order"
      corner="Weekday"
      rows={[
        { key: "0", name: "Sunday" },
        { key: "1", name: "Monday" },
      ]}
      columns={[
        { key: "9", name: "9", label: "9:00" },
        { key: "10", name: "10", label: "10:00" },
      ]}
      value={(row, column) => orders[`${row}:${column}`] ?? (`${row}:${column}` in orders ? null : 0)}
      valueText={(value) => `${value} orders`}
    />,
  );

test("is a table of values, in which no data is not zero", () => {
  show();
  const rows = within(screen.getByRole("table", { name: "When shoppers order" })).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Weekday910",
    "Sunday10 orders4 orders",
    "MondayNo data0 orders",
  ]);
});

test("is darkest where the value is highest", () => {
  show();
  const steps = screen.getAllByRole("cell").map((cell) => cell.dataset.step);
  expect(steps).toEqual(["5", "2", "0", "0"]);
});

test("arrow keys move through the cells, one of which takes the focus, and say what each holds", () => {
  show();
  const cells = screen.getAllByRole("cell");
  expect(cells.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1]);
  fireEvent.focus(cells[0] as HTMLElement);
  expect(screen.getByText("9:00")).toBeTruthy();
  fireEvent.keyDown(cells[0] as HTMLElement, { key: "ArrowRight" });
  expect(document.activeElement).toBe(cells[1]);
  fireEvent.keyDown(cells[1] as HTMLElement, { key: "ArrowDown" });
  expect(document.activeElement).toBe(cells[3]);
  expect(cells.map((cell) => cell.tabIndex)).toEqual([-1, -1, -1, 0]);
  fireEvent.keyDown(cells[3] as HTMLElement, { key: "ArrowDown" });
  expect(document.activeElement).toBe(cells[3]);
});

test("names its rows on the right in Arabic, where reading begins; hours still go from left to right", async () => {
  await setupI18n("ar");
  show();
  const [head, first] = screen.getAllByRole("row");
  expect(head?.textContent).toBe("910Weekday");
  expect(first?.lastElementChild?.textContent).toBe("Sunday");
});
