import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import base from "../../../base/messages/en.json" with { type: "json" };
import app from "../../messages/en.json" with { type: "json" };
import { navigation } from "../navigation.ts";
import { PlayVideoProvider } from "../play-video.tsx";
import { openPages } from "../testing/fake-server.tsx";
import { BottomNav } from "./bottom-nav.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { Intro } from "./intro.tsx";

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

const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("a phone's tabs and the menu after them lead to every page of the side navigation", async () => {
  await openPages({ "/": BottomNav }, "/");
  fireEvent.click(await screen.findByRole("button", { name: app.nav.more }));
  const items = navigation.flatMap((group) => group.items);
  for (const { to } of items)
    expect(
      hrefs().some((href) => href?.startsWith(to)),
      to,
    ).toBe(true);
  const soon = items.filter(({ isSoon }) => isSoon);
  expect(soon.length).toBeGreaterThan(0);
  expect(screen.getAllByText(base.soon)).toHaveLength(soon.length);
});

const HelpInBar = () => <HelpMenu className={undefined} />;

test("an installation without help offers none", async () => {
  await openPages({ "/": HelpInBar }, "/");
  expect(screen.queryByRole("button", { name: app.help })).toBeNull();
});

test("help shows only the configured ways", async () => {
  document.head.innerHTML = '<meta name="help-chat-url" content="https://chat.example">';
  await openPages({ "/": HelpInBar }, "/");
  fireEvent.click(await screen.findByRole("button", { name: app.help }));
  expect(screen.getByRole("link", { name: app.help_chat }).getAttribute("href")).toBe("https://chat.example");
  expect(screen.queryByRole("link", { name: app.help_centre })).toBeNull();
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
