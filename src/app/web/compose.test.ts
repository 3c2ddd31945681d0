import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import type { LiveRows, WebModule } from "#base/web/runtime/web-module.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { appPages } from "./app-pages.ts";
import { composePages, listLabelNamespaces } from "./compose-pages.ts";
import { composeLive } from "./compose-shell.ts";
import { liveTable } from "./live-table.ts";
import { buildNavigation } from "./navigation.ts";
import { buildRouteTree } from "./routes.tsx";
import { webModules } from "./web-modules.ts";

/** What the product would find if the folder of the example stood beside the modules' folders. */
const found = Object.values(
  import.meta.glob<WebModule>("../testing/modules/*/web/*.web.ts", { eager: true, import: "web" }),
);
const modules = [...webModules, ...found];

beforeEach(async () => {
  await setupI18n("ar");
  openSession("token");
});
afterEach(closeSession);

async function open(address: string, of: typeof modules) {
  const pages = composePages(appPages, of);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: buildRouteTree(pages), history });
  await router.load();
  const ids = router.state.matches.map(({ routeId }) => String(routeId));
  return { path: router.state.location.pathname, ids };
}

test("a module's folder alone makes its addresses pages of the product", async () => {
  expect((await open("/example/notes", webModules)).ids.at(-1)).toBe("/shell/$");
  expect((await open("/example/notes", modules)).ids.slice(1)).toEqual([
    "/shell",
    "/shell/example",
    "/shell/example/notes",
  ]);
});

test("a frame's own address leads to the page its module names", async () => {
  expect((await open("/example", modules)).path).toBe("/example/notes");
});

test("a page whose path continues a frame of the app is shown inside it", async () => {
  expect((await open("/account-settings/example", modules)).ids).toContain("/shell/account-settings");
});

test("a module's folder alone puts its places into the navigation, in their order", () => {
  const [main] = buildNavigation(modules);
  expect(main.items.map(({ to }) => to)).toEqual([
    "/",
    "/campaigns",
    "/example",
    "/reports",
    "/rules",
    "/tracking",
    "/media",
    "/ads-library",
  ]);
  expect(listLabelNamespaces(modules)).toEqual(["example"]);
});

test("two modules with one address are an error, not a silent choice", () => {
  expect(() => composePages(appPages, [...modules, ...found])).toThrow("/example of example");
});

test("what a module adds to a live event is invalidated besides what others add", () => {
  const rows = import.meta.glob<LiveRows>("../testing/modules/*/web/*.live.ts", {
    eager: true,
    import: "live",
  });
  const table = composeLive([liveTable, ...Object.values(rows)]);
  expect(table["campaign.created"]).toEqual([...(liveTable["campaign.created"] ?? []), ["example"]]);
  expect(table["example.note_added"]).toEqual([["example"]]);
  expect(table["wallet.spent"]).toEqual(liveTable["wallet.spent"]);
});
