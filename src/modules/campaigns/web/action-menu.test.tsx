import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { Action } from "../contract/enums.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { ActionMenu } from "./action-menu.tsx";

beforeEach(() => setupI18n("en", { en: { campaigns: en }, ar: { campaigns: ar } }));
afterEach(cleanup);

const show = (actions: readonly Action[]) =>
  renderWeb(<ActionMenu name="Dates" kind="campaign" actions={actions} busy={false} onAct={() => {}} />);

it("offers the actions that the server allows and no other, the first one as a button", async () => {
  show(["relaunch", "delete"]);
  expect(screen.getByRole("button", { name: en.actions.relaunch })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Dates/ }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([en.actions.delete]);
});

it("is not there when nothing is allowed", () => {
  show([]);
  expect(screen.queryByRole("button")).toBeNull();
});

it("listens to presses elsewhere only while it is open, and closes at the first", async () => {
  const listens = vi.spyOn(document, "addEventListener");
  const countListeners = () => listens.mock.calls.filter(([name]) => name === "touchstart").length;
  show(["delete"]);
  expect(countListeners()).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: /Dates/ }));
  await screen.findByRole("menuitem");
  expect(countListeners()).toBeGreaterThan(0);
  fireEvent.mouseDown(document.body);
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  listens.mockRestore();
});
