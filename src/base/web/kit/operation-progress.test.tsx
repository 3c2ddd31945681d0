import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { OperationProgress } from "./operation-progress.tsx";

/** Answers by path and query; none of them is "not found". */
let answers: Record<string, unknown>;
beforeEach(async () => {
  answers = {};
  vi.stubGlobal("fetch", async (address: string) => {
    const answer = answers[address.replace("/Clients/Operations/", "")];
    return answer === undefined
      ? Response.json({ error: true, messages: ["gone"], data: null }, { status: 404 })
      : Response.json({ error: false, messages: [], data: answer });
  });
  await setupI18n("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const anOperation = (change: Partial<OperationRow> = {}): OperationRow => ({
  id: "opr_1",
  kind: "things.mark",
  status: "cancelled",
  total: 10,
  done: 4,
  failed: 2,
  undo_of: null,
  can_undo: false,
  created_at: "2026-11-21T09:00:00.000Z",
  finished_at: "2026-11-21T09:00:09.000Z",
  ...change,
});
const aFailure = (number: number) => ({
  number,
  subject: `thing ${number}`,
  title: null,
  status: "failed",
  reason: { code: "base.not_found", message: `reason ${number}` },
});

const show = () =>
  renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OperationProgress
        id="opr_1"
        texts={{
          title: ({ status }) => `marking is ${status}`,
          failed: (count) => `${count} failed`,
          skipped: (count) => `${count} skipped`,
        }}
        onUndo={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  );

it("says what a cancelled operation left, and lists the reasons page after page", async () => {
  answers = {
    opr_1: anOperation(),
    "opr_1/items?status=failed&after=0": { items: [aFailure(3)], next: 3 },
    "opr_1/items?status=failed&after=3": { items: [aFailure(7)], next: null },
  };
  show();
  expect(await screen.findByText("4 skipped")).toBeTruthy();
  expect(screen.getByText("2 failed")).toBeTruthy();
  expect((await screen.findByRole("listitem")).textContent).toBe("thing 3: reason 3");
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("is read out when it begins and when it has ended", async () => {
  answers = { opr_1: anOperation({ status: "running", done: 0, failed: 0, finished_at: null }) };
  show();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("marking is running"));
});

it("shows nothing of an operation that no longer exists", async () => {
  show();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
});
