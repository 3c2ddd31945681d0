import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A page of the demo store beside what the browser had kept before. A page is one loading of these modules. */
async function loadPage() {
  vi.resetModules();
  const [session, storage] = await Promise.all([import("./session.ts"), import("./storage.ts")]);
  return { ...session, ...storage };
}

let loaded: string[];
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  loaded = [];
  vi.stubGlobal("location", {
    ...window.location,
    origin: "http://localhost",
    pathname: "/campaigns",
    search: "",
    href: "http://localhost/campaigns",
    assign: (to: string) => loaded.push(to),
    replace: (to: URL) => loaded.push(`${to.pathname}${to.hash}`),
    reload: () => loaded.push("again"),
  });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("a visit begins with the next page, beside a session that stays", async () => {
  localStorage.setItem("rawaj.access_token", "own");
  localStorage.setItem("rawaj.theme", "dark");
  const before = await loadPage();
  expect([before.isDemo, before.accessToken()]).toEqual([false, "own"]);
  expect(before.enterDemo("demo.visit")).toBe(true);
  expect(loaded).toEqual(["/"]);

  const page = await loadPage();
  expect([page.isDemo, page.accessToken(), page.getItem(page.keys.theme)]).toEqual([
    true,
    "demo.visit",
    "dark",
  ]);
  page.rememberUser({ merchant: { id: "mer_demo" }, abilities: [] });
  page.setItem("rawaj.columns", "name");
  page.setItem("rawaj.filter", "x", "session");
  page.setItem(page.keys.theme, "light");
  page.setItem(page.keys.language, "en");
  expect(localStorage.getItem("rawaj.columns")).toBeNull();
  expect(localStorage.getItem("rawaj.theme")).toBe("dark");

  page.closeSession();
  expect({ ...localStorage }).toEqual({
    "rawaj.access_token": "own",
    "rawaj.theme": "dark",
    "rawaj.language": "en",
  });
  expect(sessionStorage).toHaveLength(0);
  expect(loaded.at(-1)).toBe("/");
  expect((await loadPage()).accessToken()).toBe("own");
});

test("a tab of the demo store leaves it when another tab has left", async () => {
  localStorage.setItem("demo/rawaj.access_token", "demo.visit");
  await loadPage();
  localStorage.removeItem("demo/rawaj.access_token");
  sessionStorage.setItem("demo/rawaj.filter", "x");
  window.dispatchEvent(new StorageEvent("storage", { key: "demo/rawaj.access_token", newValue: null }));
  expect(loaded).toContain("/");
  expect(sessionStorage).toHaveLength(0);
});

test("signing in ends a visit", async () => {
  const page = await loadPage();
  localStorage.setItem("demo/rawaj.access_token", "demo.visit");
  page.openSession("own");
  expect(localStorage.getItem("demo/rawaj.access_token")).toBeNull();
});

test("leaving for the address one is at loads it again", async () => {
  localStorage.setItem("demo/rawaj.access_token", "demo.visit");
  const page = await loadPage();
  page.leaveDemo("/campaigns#top");
  expect(loaded).toEqual(["/campaigns#top", "again"]);
});
