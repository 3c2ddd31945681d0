import { createMemoryHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, screen } from "@testing-library/react";
import type { ResourceKey } from "i18next";
import { afterEach, expect, test, vi } from "vitest";
import { startI18n } from "#base/web/runtime/i18n.ts";
import { closeSession, holdsAbility, openSession } from "#base/web/runtime/session.ts";
import type { WebModule } from "#base/web/runtime/web-module.ts";
import { renderWeb } from "#base/web/testing/render-web.tsx";
import { appPages } from "./app-pages.ts";
import { composePages, listLabelNamespaces } from "./compose-pages.ts";
import { composeMessages } from "./messages.ts";
import { buildRouteTree } from "./routes.tsx";
import { fakeServer } from "./testing/fake-server.tsx";
import { webModules } from "./web-modules.ts";

/** The product with the example's folder beside the modules' folders. */
const found = import.meta.glob<WebModule>("../testing/modules/*/web/*.web.ts", {
  eager: true,
  import: "web",
});
const modules = [...webModules, ...Object.values(found)];
const messages = import.meta.glob<ResourceKey>(
  ["/src/{base,app}/messages/*.json", "/src/{modules,app/web,app/testing/modules}/*/messages/*.json"],
  { import: "default" },
);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  closeSession();
});

test("a module's folder alone draws its page at its address, with its texts and its data", async () => {
  const abilities = [{ subject: "example_note", action: "manage" }];
  const own = { id: "mer_1", name: "نورة", role: "owner" };
  const answers = {
    "Account/index": {
      id: "mer_1",
      name: "نورة",
      website_type: "salla",
      abilities,
      merchant: own,
      merchants: [own],
      invitations: [],
    },
    "Example/notes": { items: [{ id: "note_1", text: "خصم العيد", is_checked: true }] },
  };
  fakeServer(answers);
  await startI18n(composeMessages(messages), ["base", "app"]);
  openSession("token");
  const routeTree = buildRouteTree(composePages(appPages, modules), listLabelNamespaces(modules));
  const history = createMemoryHistory({ initialEntries: ["/example"] });
  renderWeb(<RouterProvider router={createRouter({ routeTree, history }) as never} />);

  expect(await screen.findByRole("heading", { name: "مثال" })).toBeTruthy();
  const list = await screen.findByRole("list", { name: "مثال" });
  expect(list.textContent).toBe("خصم العيد");
  expect(list.dataset.canAdd).toBe("true");
});

test("a button asks for an ability that some module declares, or does not compile", () => {
  openSession("token", { abilities: [{ subject: "campaign", action: "manage" }] });
  expect([holdsAbility("campaign", "read"), holdsAbility("wallet", "read")]).toEqual([true, false]);
  // @ts-expect-error no module declares this action
  holdsAbility("campaign", "paint");
  // @ts-expect-error no module declares this subject
  holdsAbility("campain", "read");
});
