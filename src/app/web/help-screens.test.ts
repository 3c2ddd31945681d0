import { expect, test } from "vitest";
import { findHelpScreen, findScreenHelp, helpSlugs } from "#modules/help/contract/help-contents.ts";
import { appPages } from "./app-pages.ts";
import { composePages } from "./compose-pages.ts";
import { navigation, tabs } from "./navigation.ts";
import { webModules } from "./web-modules.ts";

const pages = composePages(appPages, webModules);
/** Notices, which no merchant opens to do something, and pages of guests, who have no panel. */
const withoutHelp = ["/401", "/500", "/$"];
const screens = Object.keys(pages).filter((path) => !pages[path]?.isForGuests && !withoutHelp.includes(path));

test.each([...navigation.flatMap(({ items }) => items), ...tabs])(
  "the place $to has a help page",
  ({ to }) => {
    expect(findScreenHelp(to)).not.toBeNull();
  },
);

test("every other screen has one, at its own address or at one before it", () => {
  const missing = screens.filter(
    (path) => findScreenHelp(path.replace(/\$\w+/g, "1").replace(/(.)\/$/, "$1")) === null,
  );
  expect(missing).toEqual([]);
});

test("a help page opens a screen of the product", () => {
  const opened = helpSlugs.flatMap((slug) => findHelpScreen(slug) ?? []);
  const known = new Set(Object.keys(pages).map((path) => path.replace(/(.)\/$/, "$1")));
  expect(opened.filter((path) => !known.has(path))).toEqual([]);
});

test("the longest address counts", () => {
  expect(findScreenHelp("/rules/communication")).toBe("communication-rules");
  expect(findScreenHelp("/rules/campaigns/rul_1")).toBe("control-rules");
  expect(findScreenHelp("/nowhere")).toBeNull();
});
