import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { DayField, TimeField } from "./day-field.tsx";

beforeEach(() => setupI18n("en"));
afterEach(cleanup);

const day = (text: string) => text as RiyadhDay;
let changes: (string | null)[] = [];
beforeEach(() => {
  changes = [];
});

type FormProps = { start?: RiyadhDay | null; clearable?: boolean; min?: RiyadhDay; max?: RiyadhDay };
function Form({ start = day("2026-11-21"), ...rest }: FormProps) {
  const [value, setValue] = useState(start);
  return (
    <DayField
      label="Starts"
      value={value}
      onChange={(chosen) => {
        changes.push(chosen);
        setValue(chosen);
      }}
      {...rest}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Starts" });
const retype = async (text: string) => {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
};
const openMonth = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Choose a day: Starts" }));
  await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBeTruthy());
};

test("a day is typed day first, in any digits, and shown in Latin ones", async () => {
  renderWeb(<Form />);
  expect(field().value).toBe("21/11/2026");
  await retype("٥/١٢/٢٠٢٦");
  await userEvent.tab();
  expect(changes).toEqual(["2026-12-05"]);
  expect(field().value).toBe("05/12/2026");
});

test("an invalid day shows an error and is not reported; on blur, the field shows the last valid day", async () => {
  renderWeb(<Form min={day("2026-11-01")} />);
  await retype("31/10/2026");
  expect(screen.getByText("This date is not valid.")).toBeDefined();
  await retype("31/11/2026");
  expect(changes).toEqual([]);
  await userEvent.tab();
  expect(field().value).toBe("21/11/2026");
  expect(screen.queryByText("This date is not valid.")).toBeNull();
});

test("only a clearable field can be emptied", async () => {
  const { unmount } = renderWeb(<Form />);
  await userEvent.clear(field());
  expect(changes).toEqual([]);
  unmount();
  renderWeb(<Form clearable />);
  await userEvent.clear(field());
  expect(changes).toEqual([null]);
});

test("a day is chosen from a month by keyboard, and the focus returns", async () => {
  renderWeb(<Form />);
  await openMonth();
  await userEvent.keyboard("{ArrowRight}{ArrowDown}{PageDown}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Tuesday, 29 December 2026");
  await userEvent.keyboard("{Enter}");
  expect(changes).toEqual(["2026-12-29"]);
  expect(field().value).toBe("29/12/2026");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/Choose a day/));
});

test("no day outside the bounds can be reached", async () => {
  renderWeb(<Form min={day("2026-11-20")} max={day("2026-11-23")} />);
  await openMonth();
  await userEvent.keyboard("{PageUp}{Enter}");
  expect(changes).toEqual(["2026-11-20"]);
  await openMonth();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(changes.at(-1)).toBe("2026-11-23");
});

test("in Arabic the month is Gregorian, and left is the next day", async () => {
  await setupI18n("ar");
  renderWeb(<Form />);
  await userEvent.click(screen.getByRole("button", { name: /Starts/ }));
  await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-11-21"));
  expect(screen.getAllByText("نوفمبر 2026").length).toBeGreaterThan(0);
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  expect(changes).toEqual(["2026-11-22"]);
});

test("an hour is typed on the clock of twenty-four", async () => {
  renderWeb(<TimeField label="Time" value="09:00" onChange={(time) => changes.push(time)} />);
  const time = screen.getByLabelText("Time");
  await userEvent.clear(time);
  await userEvent.type(time, "٢١:٣٠");
  expect(changes.at(-1)).toBe("21:30");
});
