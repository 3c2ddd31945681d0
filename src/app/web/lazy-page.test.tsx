import { act, cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "#base/web/testing/render-web.tsx";
import { type LazyPage, lazyPage } from "./lazy-page.tsx";

const reload = vi.fn();
let logged: ReturnType<typeof vi.spyOn>;
const WalletPage = () => <h1>المحفظة</h1>;

beforeEach(async () => {
  await speak("ar");
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal("location", { ...window.location, reload });
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

test("a page comes when it is opened", async () => {
  await open(lazyPage(async () => ({ WalletPage })));
  expect(screen.getByRole("heading", { name: "المحفظة" })).toBeDefined();
});

test("a page whose file is gone reloads the app once", async () => {
  await open(lazyPage(gone));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByText("انتظار")).toBeDefined();
});

test("the second time it is only logged, and the page says so", async () => {
  await open(lazyPage(gone));
  cleanup();
  await open(lazyPage(gone));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalled();
  expect(screen.getByText("الصفحة تعذّر فتحها")).toBeDefined();
});

test("the shell that does come around a lost page does not start the reloads again", async () => {
  await open(lazyPage(gone));
  cleanup();
  await open(lazyPage(async () => ({ WalletPage })));
  cleanup();
  await open(lazyPage(gone));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page that came back may be reloaded for again, releases later", async () => {
  let isGone = true;
  const load = () => (isGone ? gone() : Promise.resolve({ WalletPage }));
  for (const state of [true, false, true]) {
    isGone = state;
    await open(lazyPage(load));
    cleanup();
  }
  expect(reload).toHaveBeenCalledTimes(2);
});
