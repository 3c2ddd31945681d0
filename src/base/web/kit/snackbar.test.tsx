import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setUndoSeconds } from "../runtime/preferences.ts";
import { closeSnackbar, notify, snackbarState } from "../runtime/snackbar-state.ts";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { Snackbar } from "./snackbar.tsx";

beforeEach(async () => {
  await setupI18n("ar");
  vi.useFakeTimers();
  renderWeb(<Snackbar />);
});
afterEach(() => {
  closeSnackbar();
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.queryByTestId("snackbar");
const show = (message: string, type?: Parameters<typeof notify>[1]) => act(() => notify(message, type));

test("a message stays two seconds and disappears by itself", () => {
  show("حُفظت التغييرات");
  expect(snackbarState()).toMatchObject({ isShown: true, message: "حُفظت التغييرات", type: "info" });
  pass(1999);
  expect(shown()).not.toBeNull();
  pass(1);
  expect(shown()).toBeNull();
});

test("a message with an action stays for as long as the person set", () => {
  act(() => {
    setUndoSeconds(15);
    notify("أُوقفت الحملة", "success", { label: "تراجع", run: () => {} });
  });
  pass(14_999);
  expect(shown()).not.toBeNull();
  pass(1);
  expect(shown()).toBeNull();
  act(() => setUndoSeconds(8));
});

test("a message with an action leaves time for it, and running it closes the message", () => {
  const run = vi.fn();
  act(() => notify("أُوقفت الحملة", "success", { label: "تراجع", run }));
  pass(7_999);
  fireEvent.click(screen.getByRole("button", { name: "تراجع" }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(shown()).toBeNull();
  act(() => notify("حُفظت التغييرات"));
  expect(screen.queryByRole("button", { name: "تراجع" })).toBeNull();
});

test("its colour follows its type", () => {
  show("لم يُحفظ", "error");
  expect(shown()?.dataset.type).toBe("error");
});

test("a hovered message waits, and then stays only for the remaining time", () => {
  show("مهلًا");
  pass(1500);
  const message = shown();
  if (!message) throw new Error("the message is not there");
  fireEvent.pointerMove(message, { pointerType: "mouse" });
  pass(60_000);
  expect(shown()).not.toBeNull();
  fireEvent.pointerLeave(message, { pointerType: "mouse" });
  pass(499);
  expect(shown()).not.toBeNull();
  pass(1);
  expect(shown()).toBeNull();
});

test("a message that appears under a resting pointer disappears like any other", () => {
  show("تحت المؤشر");
  const message = shown();
  if (!message) throw new Error("the message is not there");
  fireEvent.pointerEnter(message, { pointerType: "mouse" });
  pass(2000);
  expect(shown()).toBeNull();
});

test("a swipe closes it, a small movement does not", () => {
  show("اسحبني");
  const slip = (from: number, to: number) => {
    const message = shown();
    if (!message) throw new Error("the message is not there");
    fireEvent.pointerDown(message, { pointerType: "touch", clientX: from });
    fireEvent.pointerMove(message, { pointerType: "touch", clientX: to });
    fireEvent.pointerUp(message, { pointerType: "touch", clientX: to });
  };
  slip(100, 130);
  expect(shown()).not.toBeNull();
  slip(100, 20);
  expect(shown()).toBeNull();
});

test("a second message has its own two seconds", () => {
  show("الأولى");
  pass(1900);
  show("الثانية");
  pass(1900);
  expect(shown()?.textContent).toContain("الثانية");
  pass(100);
  expect(shown()).toBeNull();
});
