import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { type HourPlan, listRuns, noHour } from "#modules/ad-accounts/contract/hour-plan.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { HourGrid } from "./hour-grid.tsx";

let plan: HourPlan;
beforeEach(async () => {
  plan = noHour;
  await setupI18n("en", { ar: { campaigns: ar }, en: { campaigns: en } });
});
afterEach(cleanup);

function Editor() {
  const [value, setValue] = useState(noHour);
  const change = (next: HourPlan) => {
    plan = next;
    setValue(next);
  };
  return <HourGrid plan={value} hours={[18, 19, 20, 21, 22, 23]} onChange={change} />;
}
const hour = (name: string) => screen.getByRole("button", { name: new RegExp(`^.?${name}`) });
const isOn = (button: HTMLElement) => button.getAttribute("aria-pressed") === "true";

describe("the hours of a week", () => {
  it("are turned on and off by a press", () => {
    renderWeb(<Editor />);
    fireEvent.pointerDown(hour("Monday.*9:00 pm"), { button: 0 });
    fireEvent.pointerUp(hour("Monday.*9:00 pm"));
    expect(isOn(hour("Monday.*9:00 pm"))).toBe(true);
    expect(listRuns(plan)).toEqual([{ weekday: 1, from: 21, hours: 1 }]);
    fireEvent.pointerDown(hour("Monday.*9:00 pm"), { button: 0 });
    expect(plan).toBe(noHour);
  });

  it("are painted by dragging, and go back when the browser takes the gesture for scrolling", () => {
    renderWeb(<Editor />);
    const from = hour("Monday.*8:00 pm");
    const to = hour("Tuesday.*10:00 pm");
    // jsdom draws nothing, so nothing is under a point.
    document.elementFromPoint = () => to;
    fireEvent.pointerDown(from, { button: 0 });
    fireEvent.pointerMove(from);
    expect(listRuns(plan)).toEqual([
      { weekday: 1, from: 20, hours: 3 },
      { weekday: 2, from: 20, hours: 3 },
    ]);
    fireEvent.pointerCancel(from);
    expect(plan).toBe(noHour);
  });

  it("are all turned by the name of a day or of an hour", () => {
    renderWeb(<Editor />);
    fireEvent.click(screen.getByRole("button", { name: "Thu" }));
    expect(listRuns(plan)).toEqual([{ weekday: 4, from: 18, hours: 6 }]);
    fireEvent.click(screen.getByRole("button", { name: "Thu" }));
    expect(plan).toBe(noHour);
  });

  it("are reached by arrows, one tab stop for all, and painted with Shift", () => {
    renderWeb(<Editor />);
    const start = hour("Sunday.*6:00 pm");
    expect(screen.getAllByRole("button").filter((one) => one.dataset.at && one.tabIndex === 0)).toEqual([
      start,
    ]);
    start.focus();
    fireEvent.click(start);
    fireEvent.keyDown(start, { key: "ArrowRight", shiftKey: true });
    expect(document.activeElement).toBe(hour("Sunday.*7:00 pm"));
    expect(listRuns(plan)).toEqual([{ weekday: 0, from: 18, hours: 2 }]);
  });
});
