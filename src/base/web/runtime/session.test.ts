import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request } from "../data/api.ts";
import { setupI18n } from "../testing/render-web.tsx";
import { canOpen, declarePages, isAllowed } from "./page-access.ts";
import { closeSession, onSessionChange, openSession, rememberUser, shownMerchant } from "./session.ts";
import { keys } from "./storage.ts";

let loaded: string[];
beforeEach(async () => {
  await setupI18n("en");
  loaded = [];
  vi.stubGlobal("location", {
    ...window.location,
    href: "http://localhost/",
    assign: (to: string) => loaded.push(to),
  });
});
afterEach(() => {
  closeSession();
  vi.unstubAllGlobals();
});

const aUser = (merchantId: string, abilities: { subject: string; action: string }[] = []) => ({
  merchant: { id: merchantId },
  abilities,
});
const refused = { error: true, messages: ["switched"], data: null, code: "base.merchant_switched" };

test("a call says which merchant its page shows", async () => {
  openSession("token", aUser("mer_1"));
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ error: false, messages: [], data: null }),
  );
  vi.stubGlobal("fetch", fetched);
  await request("GET Clients/Wallet/index");
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ "x-merchant": "mer_1" });
});

test("a user who acts for another merchant by now has the product loaded again, and nothing kept", () => {
  openSession("token", aUser("mer_1"));
  localStorage.setItem(keys.recentSearches, "[]");
  const listener = vi.fn();
  onSessionChange(listener);
  rememberUser(aUser("mer_2"));
  expect(loaded).toEqual(["/"]);
  expect(listener).toHaveBeenCalledOnce();
  expect(localStorage.getItem(keys.recentSearches)).toBeNull();
  expect(localStorage.getItem(keys.merchant)).toBe("mer_2");
});

test("a page whose session was switched elsewhere is loaded again without a merchant, so that it asks", async () => {
  openSession("token", aUser("mer_1"));
  vi.stubGlobal("fetch", async () => Response.json(refused, { status: 409 }));
  await expect(request("GET Clients/Wallet/index", { quiet: true })).rejects.toThrow("switched");
  expect(loaded).toEqual(["/"]);
  expect(localStorage.getItem(keys.merchant)).toBeNull();
});

test("another session begins with its own merchant", () => {
  openSession("token", aUser("mer_1"));
  openSession("token-2", aUser("mer_2"));
  expect([shownMerchant(), loaded]).toEqual(["mer_2", []]);
});

test("a page is open to whoever holds its ability, and to everybody before the user is known", () => {
  const ability = { subject: "tracking_link", action: "manage" } as const;
  declarePages({ "/new-link": { ability, isFrame: true }, "/new-link/again": {}, "/free": {} });
  expect(canOpen("/new-link")).toBe(true);
  openSession("token", aUser("mer_1", [{ subject: "tracking_link", action: "read" }]));
  expect([canOpen("/new-link"), canOpen("/new-link/again"), canOpen("/free")]).toEqual([false, false, true]);
  expect(isAllowed("tracking_link", "read")).toBe(true);
  rememberUser(aUser("mer_1", [{ subject: "tracking_link", action: "manage" }]));
  expect(canOpen("/new-link")).toBe(true);
});
