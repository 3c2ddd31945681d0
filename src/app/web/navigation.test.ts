import { expect, test } from "vitest";
import { byAddressAlone, reachedFrom, shellParts } from "../testing/addresses.ts";
import { appPages } from "./app-pages.ts";
import { composePages } from "./compose-pages.ts";
import { navigation } from "./navigation.ts";
import { webModules } from "./web-modules.ts";

const pages = composePages(appPages, webModules);
/** The page of the design system is a route of its own. */
const routes = [...Object.keys(pages).filter((path) => !pages[path]?.isFrame), "/design"];
/** A place of a frame shows the page to which the frame's address leads. */
const places = navigation.flatMap(({ items }) => items.map(({ to }) => pages[to]?.leadsTo ?? to));

/** Everything that may hold a link to a page, but the lists of the pages themselves. */
const sources = Object.entries(
  import.meta.glob<string>("/src/**/web/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
)
  .filter(([path]) => !/(\.test\.tsx?|\.web\.ts|\/(app-pages|routes|navigation)\.tsx?)$/.test(path))
  .map(([, code]) => code);

test("every page has a place in the navigation, or a row that names the page which leads to it", () => {
  const known = new Set([...places, ...Object.keys(reachedFrom), ...byAddressAlone]);
  expect(routes.filter((path) => !known.has(path))).toEqual([]);
});

test("no row is of a page that does not exist, or that has a place", () => {
  const rows = [...Object.keys(reachedFrom), ...byAddressAlone];
  expect(rows.filter((path) => !routes.includes(path))).toEqual([]);
  expect(rows.filter((path) => places.includes(path))).toEqual([]);
});

test.each(Object.keys(reachedFrom))("the way to %s begins in the navigation or in the shell", (path) => {
  const way = [path];
  for (let from = reachedFrom[path]; from !== undefined; from = reachedFrom[from]) {
    expect(way).not.toContain(from);
    way.push(from);
  }
  expect([...places, ...shellParts]).toContain(way.at(-1));
});

test.each(Object.keys(reachedFrom))("a link to %s is in the code of some page", (path) => {
  const address = path.replace(/(.)\/$/, "$1");
  expect(sources.some((code) => code.includes(`"${address}"`))).toBe(true);
});
