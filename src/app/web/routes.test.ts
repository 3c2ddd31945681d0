import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { listPages, redirects, wrongAddress } from "../testing/addresses.ts";
import { routeTree } from "./routes.tsx";

beforeEach(() => setupI18n("ar"));
afterEach(closeSession);

/** The final address after redirects, and whether it is a page of ours or the catch-all. */
async function arriveAt(address: string): Promise<{ path: string; isKnown: boolean }> {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  const last = router.state.matches.at(-1);
  return { path: router.state.location.pathname, isKnown: !String(last?.routeId).endsWith("/$") };
}

const addresses = [
  ...listPages({ campaignId: "cmp_1", planId: "pln_1", adGroupId: "adg_1", ruleId: "rul_1" }),
  "/first-campaign",
];

test.each(addresses)("%s is a page of its own for a signed-in user", async (address) => {
  openSession("token");
  expect(await arriveAt(address)).toEqual({ path: address, isKnown: true });
});

test.each([...addresses, wrongAddress, "/login"])(
  "%s redirects a signed-out visitor to the sign-in",
  async (address) => {
    expect((await arriveAt(address)).path).toBe("/auth");
  },
);

test.each(Object.entries(redirects))("%s redirects to %s", async (from, to) => {
  openSession("token");
  expect((await arriveAt(from)).path).toBe(to);
});

test("an address that is not a page keeps its URL and gets the catch-all", async () => {
  openSession("token");
  expect(await arriveAt(wrongAddress)).toEqual({ path: wrongAddress, isKnown: false });
});
