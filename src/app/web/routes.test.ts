import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeSession, openSession } from "#base/web/session.ts";
import { speak } from "#base/web/testing/render-web.tsx";
import { routeTree } from "./routes.tsx";

beforeEach(() => speak("ar"));
afterEach(closeSession);

/** Where an address leads in the end, and whether it is a page of ours or the catch-all. */
async function arriveAt(address: string): Promise<{ path: string; isKnown: boolean }> {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  const last = router.state.matches.at(-1);
  return { path: router.state.location.pathname, isKnown: !String(last?.routeId).endsWith("/$") };
}

/** Every address of the product's specification, section "Screens and routes". */
const addresses = [
  "/",
  "/account-completed-flow",
  "/account-settings/account-details",
  "/account-settings/connect-store",
  "/account-settings/payment-methods",
  "/account-settings/settings",
  "/ad-groups/cmp_1/add",
  "/ad-groups/cmp_1/edit",
  "/ads/adg_1/add",
  "/campaigns",
  "/campaigns/add",
  "/campaigns/AddAi",
  "/campaigns/edit/cmp_1",
  "/checkout",
  "/create-ad-flow",
  "/financial-transaction/active-subscribtions",
  "/financial-transaction/operations-table",
  "/financial-transaction/payment-methods",
  "/financial-transaction/services-stock",
  "/financial-transaction/wallet",
  "/first-campaign",
  "/first-campaign/ai-form",
  "/first-campaign/campaign-completed",
  "/first-campaign/connect-store",
  "/first-campaign/create-payement-flow",
  "/first-campaign/payement",
  "/link-ad-accounts/add-store",
  "/link-ad-accounts/connect-platform",
  "/marketing-consultations",
  "/marketing-consultations-orders",
  "/notifications",
  "/reports",
  "/rules/campaigns",
  "/rules/communication",
  "/search",
  "/tracking",
];

test.each(addresses)("%s is a page of its own for whoever is signed in", async (address) => {
  openSession("token");
  expect(await arriveAt(address)).toEqual({ path: address, isKnown: true });
});

test.each([...addresses, "/no/such/page", "/login"])(
  "%s leads to the sign-in when nobody is signed in",
  async (address) => {
    expect((await arriveAt(address)).path).toBe("/auth");
  },
);

test.each([
  ["/link-ad-accounts", "/link-ad-accounts/add-store"],
  ["/rules", "/rules/campaigns"],
  ["/account-settings", "/account-settings/account-details"],
  ["/financial-transaction", "/financial-transaction/operations-table"],
  ["/auth", "/"],
  ["/login", "/"],
])("%s leads on to %s", async (from, to) => {
  openSession("token");
  expect((await arriveAt(from)).path).toBe(to);
});

test("an address that is no page stays itself and gets the catch-all", async () => {
  openSession("token");
  expect(await arriveAt("/no/such/page")).toEqual({ path: "/no/such/page", isKnown: false });
});
