import { Link, Outlet } from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Snackbar } from "#base/web/kit/snackbar.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import app from "../../messages/en.json" with { type: "json" };
import { lazyPage } from "../lazy-page.tsx";
import { openPages } from "../testing/fake-server.tsx";
import { useIsMenuOpen, useMenu } from "./use-menu.ts";
import { useMainPagesAhead, usePagesOffline } from "./use-pages-offline.ts";

beforeEach(() => setupI18n("en", { en: { app } }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const connect = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  return act(async () => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

function Frame() {
  usePagesOffline();
  return (
    <>
      <Link to={"/wallet" as never}>Wallet</Link>
      <Link to={"/campaigns" as never}>Campaigns</Link>
      <Outlet />
      <Snackbar />
    </>
  );
}
const WalletPage = () => <h1>Wallet</h1>;
const pages = () => ({
  "/": () => <h1>Home</h1>,
  "/campaigns": () => <h1>Campaigns</h1>,
  "/wallet": lazyPage(async () => ({ WalletPage })),
});
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("link", { name })));

test("offline, a tab that is not loaded yet leaves the open page as it is, and opens when the connection is back", async () => {
  const { path } = await openPages(pages(), "/", Frame);
  await connect(false);
  await press("Wallet");
  expect(path()).toBe("/");
  expect(screen.getByRole("heading").textContent).toBe("Home");
  expect(screen.getByText(app.offline_page_waits)).toBeTruthy();
  await connect(true);
  expect(await screen.findByRole("heading", { name: "Wallet" })).toBeTruthy();
  expect(path()).toBe("/wallet");
});

test("offline, a page that is loaded opens, and then nothing opens by itself later", async () => {
  const { path } = await openPages(pages(), "/", Frame);
  await connect(false);
  await press("Wallet");
  await press("Campaigns");
  expect(path()).toBe("/campaigns");
  await connect(true);
  expect(path()).toBe("/campaigns");
});

function Menu() {
  const isOpen = useIsMenuOpen();
  const { open } = useMenu();
  return (
    <button type="button" aria-expanded={isOpen} onClick={open}>
      Menu
    </button>
  );
}

test("offline, a page chosen in the menu that is not loaded yet closes the menu, so that its note is seen", async () => {
  const { path } = await openPages({ ...pages(), "/": Menu }, "/", Frame);
  await connect(false);
  const menu = screen.getByRole("button", { name: "Menu" });
  await act(async () => void fireEvent.click(menu));
  expect(menu.getAttribute("aria-expanded")).toBe("true");
  await press("Wallet");
  expect(menu.getAttribute("aria-expanded")).toBe("false");
  expect(screen.getByText(app.offline_page_waits)).toBeTruthy();
  await connect(true);
  expect(await screen.findByRole("heading", { name: "Wallet" })).toBeTruthy();
  expect(path()).toBe("/wallet");
});

function Form() {
  useMainPagesAhead();
  return <input aria-label="Name" />;
}

test.each([
  ["types", () => fireEvent.input(screen.getByLabelText("Name"), { target: { value: "S" } })],
  ["scrolls", () => fireEvent.scroll(screen.getByLabelText("Name"))],
  ["touches the screen", () => fireEvent.pointerDown(screen.getByLabelText("Name"))],
])("the main pages are fetched ahead only when nobody %s", async (_use, use) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const load = vi.fn(async () => ({ WalletPage }));
  await openPages({ "/": Form, "/financial-transaction/wallet": lazyPage(load) }, "/");
  await vi.advanceTimersByTimeAsync(9_000);
  use();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledOnce();
});
