import { Outlet } from "@tanstack/react-router";
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { closeHelp, useShownHelp } from "#modules/help/web/help-panel-state.ts";
import app from "../../messages/en.json" with { type: "json" };
import { navigation } from "../navigation.ts";
import { PlayVideoProvider } from "../play-video.tsx";
import { openPages } from "../testing/fake-server.tsx";
import { BottomNav } from "./bottom-nav.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { Intro } from "./intro.tsx";
import { PhoneMenu } from "./phone-menu.tsx";

beforeEach(async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "all", action: "manage" }]));
  await setupI18n("en", { en: { app } });
});
afterEach(() => {
  cleanup();
  document.head.innerHTML = "";
  localStorage.clear();
  vi.restoreAllMocks();
});

const PhoneNav = () => (
  <>
    <Outlet />
    <BottomNav />
    <PhoneMenu />
  </>
);
const pages = { "/": () => <h1>Home</h1>, "/campaigns": () => <h1>Campaigns</h1> };

/** A phone with the menu open over home. */
async function openMenu() {
  const opened = await openPages(pages, "/", PhoneNav);
  await tapMenu();
  return opened;
}
const tapMenu = async () => {
  fireEvent.click(await screen.findByRole("button", { name: app.nav.menu }));
  return screen.findByRole("dialog", { name: app.nav.menu });
};
const item = (name: string) => within(screen.getByRole("dialog")).getByRole("link", { name });

test("the phone's menu has every page of the side navigation, grouped the same way", async () => {
  await openMenu();
  const menu = within(screen.getByRole("dialog"));
  const links = menu.getAllByRole("link").map((link) => link.getAttribute("href"));
  const places = navigation.flatMap(({ items }) => items.map(({ to }) => to));
  expect(links.slice(0, places.length)).toEqual(places);
  expect(menu.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    app.nav.helpers,
    app.nav.account,
    app.nav.more,
  ]);
});

test("the menu marks the open page, and its connections are two pages", async () => {
  await openMenu();
  expect(item(app.nav.home).getAttribute("aria-current")).toBe("page");
  expect(item(app.nav.campaigns).getAttribute("aria-current")).toBeNull();
  expect(item(app.nav.stores).getAttribute("href")).toBe("/link-ad-accounts/add-store");
  expect(item(app.nav.ad_platforms).getAttribute("href")).toBe("/link-ad-accounts/connect-platform");
});

test("Back closes the menu and leaves the page as it is", async () => {
  const { path, back } = await openMenu();
  await back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path()).toBe("/");
});

test("after a page chosen in the menu, Back leads to the page before, without the menu", async () => {
  const { path, back } = await openMenu();
  fireEvent.click(item(app.nav.campaigns));
  expect(await screen.findByRole("heading", { name: "Campaigns" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  await back();
  expect(await screen.findByRole("heading", { name: "Home" })).toBeTruthy();
  expect(path()).toBe("/");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the open page chosen in the menu closes it, as the button and Escape do", async () => {
  const { path } = await openMenu();
  fireEvent.click(item(app.nav.home));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await tapMenu();
  fireEvent.click(screen.getByRole("button", { name: app.close_menu }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // The browser closes it on Escape and says so.
  fireEvent(await tapMenu(), new Event("close"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path()).toBe("/");
});

const HelpInBar = () => <HelpMenu className={undefined} />;

test("help opens at the page of the screen, and has no chat where none is configured", async () => {
  await openPages({ "/": HelpInBar, "/tracking": HelpInBar }, "/tracking");
  fireEvent.click(await screen.findByRole("button", { name: app.help }));
  expect(screen.queryByRole("link", { name: app.help_chat })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: app.help_centre }));
  expect(screen.queryByRole("button", { name: app.help_centre })).toBeNull();
  expect(renderHook(useShownHelp).result.current).toBe("tracking-links");
  closeHelp();
});

test("help links the configured chat beside the help centre", async () => {
  document.head.innerHTML = '<meta name="help-chat-url" content="https://chat.example">';
  await openPages({ "/": HelpInBar }, "/");
  fireEvent.click(await screen.findByRole("button", { name: app.help }));
  expect(screen.getByRole("link", { name: app.help_chat }).getAttribute("href")).toBe("https://chat.example");
  expect(screen.getByRole("button", { name: app.help_centre })).toBeTruthy();
});

const beneath = vi.fn();
const PageWithIntro = () => (
  <PlayVideoProvider>
    <button type="button" onClick={beneath}>
      Delete
    </button>
    <Intro />
  </PlayVideoProvider>
);

test("the intro takes the press that ends it, and does not play again", async () => {
  await openPages({ "/": PageWithIntro }, "/");
  fireEvent.pointerDown(await screen.findByTestId("intro"));
  expect(screen.getByTestId("intro")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: app.skip_intro }));
  expect(screen.queryByTestId("intro")).toBeNull();
  expect(beneath).not.toHaveBeenCalled();
  cleanup();
  await openPages({ "/": PageWithIntro }, "/");
  await screen.findByRole("button", { name: "Delete" });
  expect(screen.queryByTestId("intro")).toBeNull();
});
