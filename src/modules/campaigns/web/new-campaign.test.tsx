import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { NewCampaign } from "./new-campaign.tsx";

beforeEach(() => setupI18n("en", { en: { campaigns: en } }));
afterEach(cleanup);

async function open() {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/", component: NewCampaign });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  renderWeb(<RouterProvider router={router as never} />);
}

test("a new campaign is one press away, and the other ways to begin are in the menu beside it", async () => {
  await open();
  const form = await screen.findByRole("link", { name: en.new_campaign });
  expect(form.getAttribute("href")).toBe("/campaigns/add");
  fireEvent.click(screen.getByRole("button", { name: en.other_ways }));
  const ad = await screen.findByRole("menuitem", { name: en.ad_in_campaign });
  expect(ad.getAttribute("href")).toBe("/create-ad-flow");
  const withAi = screen.getByRole("menuitem", { name: en.campaign_with_ai });
  expect(withAi.getAttribute("href")).toBe("/campaigns/AddAi");
});
