import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { aPlanDraft } from "../../testing/plan-drafts.ts";
import type { FormStep } from "./draft.ts";
import { useStep } from "./use-step.ts";

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await setupI18n("en");
});
afterEach(cleanup);

function Form() {
  const { step, next, back } = useStep();
  return (
    <>
      <output>{step}</output>
      <button type="button" onClick={() => next("review")}>
        To the review
      </button>
      <button type="button" onClick={() => back("ad")}>
        Back to the ad
      </button>
    </>
  );
}

/** The form at the stored step, with other pages before it. Each change of its address waits for `release`. */
async function open(at: FormStep, { isSlow = false } = {}) {
  localStorage.setItem("rawaj.campaign_draft", JSON.stringify({ ...aPlanDraft(), step: at }));
  const gate = Promise.withResolvers<void>();
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <output>home</output> });
  const form = createRoute({
    getParentRoute: () => root,
    path: "/campaigns/add",
    component: Form,
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => (isSlow && "step" in deps ? gate.promise : undefined),
  });
  const history = createMemoryHistory({ initialEntries: ["/", "/campaigns/add"] });
  const router = createRouter({ routeTree: root.addChildren([home, form]), history });
  await router.load();
  renderWeb(<RouterProvider router={router as never} />);
  return {
    release: () => act(async () => gate.resolve()),
    back: () => act(() => router.history.back()),
    search: () => router.state.location.search,
  };
}

const shown = () => screen.getByRole("status").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("whoever goes on while the earlier steps are entered is not brought back by them", async () => {
  const page = await open("ad", { isSlow: true });
  press("To the review");
  await page.release();
  await waitFor(() => expect(page.search()).toEqual({ step: "review" }));
  await waitFor(() => expect(shown()).toBe("review"));
  for (const step of ["ad", "audience", "goal", "home"]) {
    page.back();
    await waitFor(() => expect(shown()).toBe(step));
  }
});

it("the form's Back goes one entry back, so that the device's Back then leads one step further", async () => {
  const page = await open("ad");
  await waitFor(() => expect(page.search()).toEqual({ step: "ad" }));
  press("To the review");
  await waitFor(() => expect(shown()).toBe("review"));
  press("Back to the ad");
  await waitFor(() => expect(shown()).toBe("ad"));
  page.back();
  await waitFor(() => expect(shown()).toBe("audience"));
});
