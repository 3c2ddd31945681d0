import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCampaign } from "#app/web/testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { CampaignsPage } from "./campaigns-page.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  window.sessionStorage.clear();
  answers = {
    "Campaigns/index": aPage(1),
    "Campaigns/bulk": anOperation(),
    "Operations/opr_1": anOperation(),
    "Wallet/index": { available_halalas: 500_00, deposit_min_halalas: 100_00 },
    "Wallet/reserves": { items: [], page: 1, size: 100, total: 0 },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaigns: en }, ar: { campaigns: ar } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Two campaigns of twelve: "Dates 1" and "Dates 2" on the first page, "Dates 3" and "Dates 4" on the second. */
function aPage(page: number) {
  const items = [page * 2 - 1, page * 2].map((number) =>
    aCampaign({ id: `cmp_00000${number}`, name: `Dates ${number}`, status: "paused" }),
  );
  return { items, page, size: 10, total: 12, next: null };
}
const anOperation = (change: Partial<OperationRow> = {}): OperationRow => ({
  id: "opr_1",
  kind: "campaigns.pause",
  status: "running",
  total: 3,
  done: 1,
  failed: 0,
  undo_of: null,
  can_undo: false,
  created_at: "2026-11-21T09:00:00.000Z",
  finished_at: null,
  ...change,
});
const finished = {
  status: "partially_failed",
  done: 2,
  failed: 1,
  finished_at: "2026-11-21T09:00:09.000Z",
} as const;

const open = async (address = "/campaigns") => {
  const opened = await openPages({ "/campaigns": CampaignsPage }, address);
  await screen.findByRole("table");
  return opened;
};
const check = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name }).checked;
const press = (name: string, place = screen as Pick<typeof screen, "getByRole">) =>
  fireEvent.click(place.getByRole("button", { name }));

/** Confirms in the dialog with this title. */
async function confirm(title: string, action: string) {
  const dialog = await screen.findByRole("dialog", { name: title });
  press(action, within(dialog));
}

describe("selecting campaigns", () => {
  it("counts them, over several pages, and one box takes the whole page", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    check("Select the campaign Dates 1");
    expect(screen.getByText("1 campaign selected")).toBeTruthy();
    const page = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select this page's campaigns" });
    expect(page.indeterminate).toBe(true);
    fireEvent.click(page);
    expect(screen.getByText("2 campaigns selected")).toBeTruthy();

    answers["Campaigns/index"] = aPage(2);
    press("Page 2");
    await screen.findByRole("checkbox", { name: "Select the campaign Dates 3" });
    check("Select the campaign Dates 3");
    expect(screen.getByText("3 campaigns selected")).toBeTruthy();
    press("Clear the selection");
    expect(isChecked("Select the campaign Dates 3")).toBe(false);
  });

  it("ends when the list is filtered", async () => {
    await open();
    check("Select the campaign Dates 1");
    fireEvent.change(screen.getByRole("textbox", { name: "Search by campaign name" }), {
      target: { value: "Dates" },
    });
    await waitFor(() => expect(screen.queryByText("1 campaign selected")).toBeNull());
  });
});

describe("acting on the selected campaigns", () => {
  it("is confirmed with their number, is sent once, and shows how far it is", async () => {
    await open();
    check("Select this page's campaigns");
    press("Pause");
    await confirm("Pause 2 campaigns?", "Pause");
    const progress = await screen.findByRole("progressbar", { name: "Pausing 3 campaigns" });
    expect(progress.getAttribute("aria-valuenow")).toBe("33");
    expect(screen.getByText("1 of 3")).toBeTruthy();
    expect(sent.filter(({ name }) => name === "Campaigns/bulk")).toMatchObject([
      { method: "POST", body: { action: "pause", ids: ["cmp_000001", "cmp_000002"] } },
    ]);
    expect(screen.queryByText("2 campaigns selected")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Pausing 3 campaigns" }));
  });

  it("says before starting what the wallet holds for them, and what is missing", async () => {
    await open();
    check("Select this page's campaigns");
    press("Start");
    const dialog = await screen.findByRole("dialog", { name: "Start 2 campaigns?" });
    await within(dialog).findByText(/You are short of/);
    expect(dialog.textContent).toMatch(/Held from the wallet:.*750\.00/); // two of 375
    expect(dialog.textContent).toMatch(/short of.*250\.00.*500\.00/);
  });

  it("counts in what starting holds only those that the server would let start", async () => {
    const [first, second] = aPage(1).items;
    const running = { ...second, status: "active", allowed_actions: ["pause"] };
    answers["Campaigns/index"] = { ...aPage(1), items: [first, running] };
    await open();
    check("Select this page's campaigns");
    press("Start");
    const dialog = await screen.findByRole("dialog", { name: "Start 2 campaigns?" });
    expect(await within(dialog).findByText(/375\.00/)).toBeTruthy();
  });

  it("can be stopped while it runs", async () => {
    answers["Operations/opr_1/cancel"] = anOperation({ status: "cancelling" });
    await open();
    check("Select the campaign Dates 1");
    press("Pause");
    await confirm("Pause 1 campaign?", "Pause");
    fireEvent.click(await screen.findByRole("button", { name: "Stop the rest" }));
    expect(await screen.findByRole("button", { name: "Stopping the rest" })).toBeTruthy();
  });

  it("ends with its result, each refused campaign with its reason, and an undo that takes its place", async () => {
    answers["Operations/opr_1/items"] = {
      items: [
        {
          number: 2,
          subject: "cmp_000009",
          title: "Coffee",
          status: "failed",
          reason: { code: "campaigns.not_started", message: "It was never started." },
        },
      ],
      next: null,
    };
    const { emitEvent } = await open();
    check("Select the campaign Dates 1");
    press("Pause");
    await confirm("Pause 1 campaign?", "Pause");
    await screen.findByText("1 of 3");
    answers["Operations/opr_1"] = anOperation({ ...finished, can_undo: true });
    await emitEvent("operation.finished");
    const result = await screen.findByRole("region", { name: "2 campaigns paused" });
    expect(result.textContent).toContain("1 campaign was not changed:");
    const refused = await within(result).findByRole("link", { name: "Coffee" });
    expect(refused.closest("li")?.textContent).toBe("Coffee: It was never started.");

    answers["Operations/opr_1/undo"] = anOperation({ id: "opr_2", undo_of: "opr_1", total: 2, done: 0 });
    answers["Operations/opr_2"] = answers["Operations/opr_1/undo"];
    press("Undo", within(result));
    expect(await screen.findByRole("progressbar", { name: "Starting 2 campaigns" })).toBeTruthy();
  });

  it("is found again after a reload, until it is closed", async () => {
    window.sessionStorage.setItem("rawaj.operation.campaigns", "opr_1");
    answers["Operations/opr_1"] = anOperation({ ...finished, status: "succeeded", done: 3, failed: 0 });
    await open();
    const result = await screen.findByRole("region", { name: "3 campaigns paused" });
    expect(within(result).queryByRole("button", { name: "Undo" })).toBeNull();
    press("Close", within(result));
    expect(screen.queryByText("3 campaigns paused")).toBeNull();
    expect(window.sessionStorage.getItem("rawaj.operation.campaigns")).toBeNull();
  });
});

describe("in Arabic the number and its noun agree", () => {
  it.each([
    [1, "أُوقفت حملة واحدة مؤقتًا"],
    [2, "أُوقفت حملتان مؤقتًا"],
    [3, "أُوقفت 3 حملات مؤقتًا"],
    [11, "أُوقفت 11 حملة مؤقتًا"],
    [100, "أُوقفت 100 حملة مؤقتًا"],
  ])("%i: %s", async (done, words) => {
    await setupI18n("ar", { en: { campaigns: en }, ar: { campaigns: ar } });
    window.sessionStorage.setItem("rawaj.operation.campaigns", "opr_1");
    answers["Operations/opr_1"] = anOperation({
      ...finished,
      status: "succeeded",
      total: done,
      done,
      failed: 0,
    });
    await open();
    const region = await screen.findByRole("region");
    await waitFor(() =>
      expect(region.getAttribute("aria-label")?.replace(/[\u2066-\u2069]/g, "")).toBe(words),
    );
  });
});
