import { act, cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { type LazyPage, lazyPage } from "./lazy-page.tsx";

const reload = vi.fn();
let logged: ReturnType<typeof vi.spyOn>;
const WalletPage = () => <h1>المحفظة</h1>;

beforeEach(async () => {
  await setupI18n("ar");
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal("location", { ...window.location, reload });
  vi.stubGlobal("fetch", async () => Response.json({ status: "alive" }));
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const connect = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  return act(async () => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

class Boundary extends Component<{ children: ReactNode }> {
  override state = { broke: false };
  static getDerivedStateFromError = () => ({ broke: true });
  override render = () => (this.state.broke ? "الصفحة تعذّر فتحها" : this.props.children);
}

const open = (Page: LazyPage) =>
  act(async () => {
    render(
      <Boundary>
        <Suspense fallback="انتظار">
          <Page />
        </Suspense>
      </Boundary>,
    );
  });
const failToLoad = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

test("a page loads when it is opened", async () => {
  await open(lazyPage(async () => ({ WalletPage })));
  expect(screen.getByRole("heading", { name: "المحفظة" })).toBeDefined();
});

test("a page whose file does not exist reloads the app once", async () => {
  await open(lazyPage(failToLoad));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByText("انتظار")).toBeDefined();
});

test("the second time it is only logged, and the page says so", async () => {
  await open(lazyPage(failToLoad));
  cleanup();
  await open(lazyPage(failToLoad));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalled();
  expect(screen.getByText("الصفحة تعذّر فتحها")).toBeDefined();
});

test("the shell that does load around a missing page does not start the reloads again", async () => {
  await open(lazyPage(failToLoad));
  cleanup();
  await open(lazyPage(async () => ({ WalletPage })));
  cleanup();
  await open(lazyPage(failToLoad));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page that loaded again may trigger a reload later, after other releases", async () => {
  let isGone = true;
  const load = () => (isGone ? failToLoad() : Promise.resolve({ WalletPage }));
  for (const state of [true, false, true]) {
    isGone = state;
    await open(lazyPage(load));
    cleanup();
  }
  expect(reload).toHaveBeenCalledTimes(2);
});

test("without a connection nothing is reloaded, and the page loads by itself when the connection is back", async () => {
  await connect(false);
  await open(lazyPage(() => (navigator.onLine ? Promise.resolve({ WalletPage }) : failToLoad())));
  expect(screen.getByText("انتظار")).toBeDefined();
  await connect(true);
  expect(await screen.findByRole("heading", { name: "المحفظة" })).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});

test("a device that reports a connection does not reload the app either when nothing answers", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await open(lazyPage(failToLoad));
  expect(screen.getByText("انتظار")).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test("prefetched files fail silently, and opening the page tries again", async () => {
  let isGone = true;
  const Page = lazyPage(() => (isGone ? failToLoad() : Promise.resolve({ WalletPage })));
  await expect(Page.fetchFiles()).rejects.toThrow();
  expect(Page.isLoaded()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  isGone = false;
  await open(Page);
  expect(screen.getByRole("heading", { name: "المحفظة" })).toBeDefined();
  expect(Page.isLoaded()).toBe(true);
});
