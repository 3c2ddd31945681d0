import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request } from "#base/web/data/api.ts";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { ErrorState, FailureNotices } from "#base/web/kit/states.tsx";
import { accessToken, openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import app from "../../messages/en.json" with { type: "json" };
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { Broken, Missing, Refused } from "./failures.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "Rules/index": { name: "Noura" } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { app } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const notices = { Refused, Missing, Broken };
const Frame = () => (
  <FailureNotices value={notices}>
    <main>
      <Outlet />
    </main>
  </FailureNotices>
);
const useRules = () =>
  useQuery({ queryKey: ["rules"], queryFn: () => request("GET Clients/Rules/index", { quiet: true }) });

const WholePage = () => (
  <QueryBoundary query={useRules()} fallback="waiting">
    {() => <h1>Rules</h1>}
  </QueryBoundary>
);
/** As most pages are written: a header, and a card that fetches by itself. */
function PageWithCard() {
  const rules = useRules();
  return (
    <>
      <PageHeader title="Rules" />
      <Card>
        {rules.isError ? <ErrorState error={rules.error} onRetry={() => void rules.refetch()} /> : null}
      </Card>
    </>
  );
}
const open = (page: () => React.ReactNode) => openPages({ "/rules": page }, "/rules", Frame);

test("a page refused for lack of an ability says so and offers to sign in as another user", async () => {
  openSession("token");
  answers["Rules/index"] = 403;
  await open(WholePage);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(app.unauthorized.title);
  expect(document.title).toContain(app.unauthorized.title);
  fireEvent.click(screen.getByRole("button", { name: app.unauthorized.other_account }));
  await waitFor(() => expect(accessToken()).toBeNull());
  expect(sent.map(({ name }) => name)).toContain("Account/logout");
});

test("a page whose first call fails on our side says so, with the request id and a retry", async () => {
  answers["Rules/index"] = 500;
  await open(WholePage);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(app.server_error.title);
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Copy: Request number/ })).toBeTruthy();
  answers["Rules/index"] = { name: "Noura" };
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Rules" })).toBeTruthy();
});

test("a card that fails leaves its page's heading alone", async () => {
  answers["Rules/index"] = 500;
  await open(PageWithCard);
  expect(await screen.findByRole("heading", { level: 2, name: app.server_error.title })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Rules");
  expect(screen.queryByRole("link", { name: app.to_home })).toBeNull();
});

test("a resource that is not found is not shown as a failure of ours, nor offered to be tried again", async () => {
  answers["Rules/index"] = 404;
  await open(WholePage);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(app.missing.title);
  expect(screen.getByText("no")).toBeTruthy();
  expect(screen.getByRole("button", { name: app.missing.back })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.queryByText(app.server_error.title)).toBeNull();
});
