import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aListRow, someListTotals } from "#app/web/testing/builders.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { notify, snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { BulkPreview, BulkPreviewItem } from "../contract/bulk.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { CampaignsPage } from "./campaigns-page.tsx";
import listAr from "./list/messages/ar.json" with { type: "json" };
import listEn from "./list/messages/en.json" with { type: "json" };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  showOn("desktop");
  answers = {
    "Campaigns/index": aPage(1),
    "Campaigns/totals": someListTotals(),
    "CampaignViews/index": { all: 12, active: 6, needs_decision: 3, items: [] },
    "AdAccounts/index": { ad_accounts: [], platforms: [] },
    "Stores/index": { stores: [], platforms: [], landing_addresses: [] },
    "Campaigns/bulk": anOperation(),
    "Campaigns/bulk/preview": aPreview("pause"),
    "Operations/opr_1": anOperation(),
    "Wallet/index": { available_halalas: 500_00, deposit_min_halalas: 100_00 },
    "Wallet/reserves": { items: [], page: 1, size: 100, total: 0 },
  };
  sent = fakeServer(answers);
  await setupI18n("en", {
    en: { campaigns: en, campaigns_list: listEn },
    ar: { campaigns: ar, campaigns_list: listAr },
  });
});
afterEach(() => {
  cleanup();
  notify(""); // the next test sees no message of this one
  vi.unstubAllGlobals();
});

/** The window is as wide as that screen. */
function showOn(screen: "phone" | "desktop") {
  window.matchMedia = (media: string) =>
    ({
      matches: screen === "desktop",
      media,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
}

const aPreviewItem = (number: number, change: Partial<BulkPreviewItem> = {}): BulkPreviewItem => ({
  id: `cmp_00000${number}`,
  name: `Dates ${number}`,
  platform: "snapchat",
  status: "paused",
  status_after: "paused",
  daily_budget_halalas: 150_00,
  daily_budget_after_halalas: 150_00,
  reserve_growth_halalas: 0,
  dropped: [],
  problem: null,
  ...change,
});
const aPreview = (action: BulkPreview["action"], items = [aPreviewItem(1)]): BulkPreview => ({
  action,
  items,
});

/** Two campaigns of twelve: "Dates 1" and "Dates 2" on the first page, "Dates 3" and "Dates 4" on the second. */
function aPage(page: number) {
  const items = [page * 2 - 1, page * 2].map((number) =>
    aListRow({ id: `cmp_00000${number}`, name: `Dates ${number}`, status: "paused" }),
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
const press = (name: string | RegExp, place = screen as Pick<typeof screen, "getByRole">) =>
  fireEvent.click(place.getByRole("button", { name }));

/** Confirms in the dialog with this title. */
async function confirm(title: string, action: string) {
  const dialog = await screen.findByRole("dialog", { name: title });
  press(action, within(dialog));
}

it("a start that is refused says why above the list until the next one, with a deposit of what is missing", async () => {
  answers["Wallet/index"] = { available_halalas: 0, deposit_min_halalas: 100_00 };
  answers["Campaigns/cmp_000001/relaunch"] = refuse(402, { code: "wallet.balance_not_enough" });
  await open();
  fireEvent.click(screen.getByRole("switch", { name: "Run the campaign Dates 1" }));
  expect(await screen.findByText(en.not_started_title)).toBeTruthy();
  expect(await screen.findByText(/You are short of/)).toBeTruthy();

  answers["Campaigns/cmp_000001/relaunch"] = null;
  fireEvent.click(screen.getByRole("switch", { name: "Run the campaign Dates 1" }));
  await waitFor(() => expect(screen.queryByText(en.not_started_title)).toBeNull());
});

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

  it("takes all that the list finds, on every page", async () => {
    await open();
    check("Select this page's campaigns");
    const all = Array.from({ length: 12 }, (_, index) =>
      aListRow({ id: `cmp_all_${index}`, name: `All ${index}` }),
    );
    answers["Campaigns/index"] = { ...aPage(1), items: all, size: 100 };
    press("Select all results (12)");
    expect(await screen.findByText("14 campaigns selected")).toBeTruthy(); // the fake's rows are others
    expect(sent.at(-1)?.query.get("size")).toBe("100");
  });

  it("ends when the list is filtered", async () => {
    await open();
    check("Select the campaign Dates 1");
    fireEvent.change(screen.getByRole("searchbox", { name: "Search by campaign name" }), {
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
    const starting = { status_after: "active", reserve_growth_halalas: 375_00 } as const;
    answers["Campaigns/bulk/preview"] = aPreview("start", [
      aPreviewItem(1, starting),
      aPreviewItem(2, starting),
    ]);
    await open();
    check("Select this page's campaigns");
    press("Start");
    const dialog = await screen.findByRole("dialog", { name: "Start 2 campaigns?" });
    await within(dialog).findByText(/You are short of/);
    expect(dialog.textContent).toMatch(/Reserved from the wallet:.*750\.00/); // two of 375
    expect(dialog.textContent).toMatch(/short of.*250\.00.*500\.00/);
  });

  it("names first those that would be refused, and does not begin when that is all of them", async () => {
    const refused = aPreviewItem(2, { problem: "This campaign has ended and cannot be changed." });
    answers["Campaigns/bulk/preview"] = aPreview("archive", [aPreviewItem(1), refused]);
    await open();
    check("Select this page's campaigns");
    press("Archive");
    const dialog = await screen.findByRole("dialog", { name: "Archive 2 campaigns?" });
    await within(dialog).findByText("1 campaign will not change:");
    const items = within(dialog).getAllByRole("listitem");
    expect(items[0]?.textContent).toContain("Dates 2This campaign has ended");
    press("Cancel", within(dialog));
    answers["Campaigns/bulk/preview"] = aPreview("delete", [refused]);
    press("Delete");
    const second = await screen.findByRole("dialog", { name: "Delete 2 campaigns?" });
    await within(second).findByText(/has ended/);
    const button = within(second).getByRole<HTMLButtonElement>("button", { name: "Delete" });
    await waitFor(() => expect(button.disabled).toBe(true));
  });

  it("changes budgets by a share once what becomes of each was shown", async () => {
    answers["Campaigns/bulk/preview"] = aPreview("budget", [
      aPreviewItem(1, { daily_budget_after_halalas: 180_00 }),
      aPreviewItem(2, { daily_budget_halalas: 120_00, daily_budget_after_halalas: 144_00 }),
    ]);
    await open();
    check("Select this page's campaigns");
    press("Budget");
    const dialog = await screen.findByRole("dialog", { name: "Budgets of 2 campaigns" });
    expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Apply" }).disabled).toBe(true);
    fireEvent.change(within(dialog).getByRole("textbox", { name: "Percent" }), { target: { value: "20" } });
    await waitFor(() => expect(dialog.textContent).toMatch(/From.*270.*to.*324.*a day/));
    press("Apply", within(dialog));
    await screen.findByRole("progressbar");
    expect(sent.filter(({ name }) => name === "Campaigns/bulk")).toMatchObject([
      { body: { action: "budget", change: { kind: "percent", basis_points: 2_000 } } },
    ]);
  });

  it.each([
    ["Increase", 25_00],
    ["Decrease", -25_00],
  ])("%s: changes budgets by an amount once what becomes of each was shown", async (kind, change_halalas) => {
    answers["Campaigns/bulk/preview"] = aPreview("budget", [
      aPreviewItem(1, { daily_budget_after_halalas: 150_00 + change_halalas }),
    ]);
    await open();
    check("Select the campaign Dates 1");
    press("Budget");
    const dialog = await screen.findByRole("dialog", { name: "Budget of 1 campaign" });
    fireEvent.click(within(dialog).getByRole("radio", { name: kind }));
    fireEvent.click(within(dialog).getByRole("radio", { name: "An amount in riyals" }));
    fireEvent.change(within(dialog).getByRole("textbox", { name: "Amount" }), { target: { value: "25" } });
    const items = await within(dialog).findAllByRole("listitem");
    expect(items[0]?.textContent).toMatch(change_halalas > 0 ? /150.*175/ : /150.*125/);
    press("Apply", within(dialog));
    await screen.findByRole("progressbar");
    expect(sent.filter(({ name }) => name === "Campaigns/bulk")).toMatchObject([
      { body: { action: "budget", change: { kind: "amount", change_halalas } } },
    ]);
  });

  it("duplicates one from its menu, and names what another platform does not take", async () => {
    answers["Campaigns/bulk/preview"] = aPreview("duplicate", [
      aPreviewItem(1, { name: "Dates 1 – copy", platform: "google", dropped: ["media", "keywords"] }),
    ]);
    await open();
    press("Actions for Dates 1");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    const dialog = await screen.findByRole("dialog", { name: "Duplicate 1 campaign" });
    await within(dialog).findByText("Dates 1 – copy");
    expect(dialog.textContent).toContain("Does not fit the platform: the image or video, keywords");
    press("Duplicate", within(dialog));
    await screen.findByRole("progressbar");
    expect(sent.filter(({ name }) => name === "Campaigns/bulk")).toMatchObject([
      { body: { action: "duplicate", ids: ["cmp_000001"], target: null } },
    ]);
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

  it("lists each campaign that was changed, when asked", async () => {
    window.sessionStorage.setItem("rawaj.operation.campaigns", "opr_1");
    answers["Operations/opr_1"] = anOperation({ ...finished, status: "succeeded", done: 3, failed: 0 });
    const item = { number: 1, subject: "cmp_000001", title: "Dates 1", status: "succeeded", reason: null };
    answers["Operations/opr_1/items"] = { items: [item], next: null };
    await open();
    const result = await screen.findByRole("region", { name: "3 campaigns paused" });
    press("Show each campaign that was changed", within(result));
    const link = await within(result).findByRole("link", { name: "Dates 1" });
    expect(link.closest("li")?.textContent).toBe("Dates 1");
    const request = sent.find(({ name }) => name === "Operations/opr_1/items");
    expect(request?.query.get("status")).toBe("succeeded");
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
    await setupI18n("ar", {
      en: { campaigns: en, campaigns_list: listEn },
      ar: { campaigns: ar, campaigns_list: listAr },
    });
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

describe("the list", () => {
  /** A column's head names its unit too. */
  const sortBy = (column: string) =>
    fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${column}`) }));
  const findColumn = (column: string) =>
    screen.queryByRole("columnheader", { name: new RegExp(`^${column} Saudi riyal`) });
  const findRequests = (name: string) => sent.filter((request) => request.name === name);

  it("shows results in every row and their sum first, with the change against the days before", async () => {
    await open();
    const row = screen.getByText("Dates 1").closest("tr");
    expect(row?.textContent).toContain("4.60×");
    expect(row?.textContent).toContain("33.43");
    const sum = screen.getByText(/Total of 8 campaigns/).closest("tr");
    expect(sum?.textContent).toContain("6,537");
    expect(sum?.textContent).toContain("+6%");
    expect(screen.getByText(/Each riyal spent in this period returned/).textContent).toContain("3.15");
  });

  it("says in words why a campaign has no figures, never a zero", async () => {
    const { items, ...page } = aPage(1);
    const silent = items.map((row) => ({
      ...row,
      status: "created",
      figures: null,
      spend_today_halalas: null,
    }));
    answers["Campaigns/index"] = { ...page, items: silent };
    await open();
    expect(screen.getAllByText("Results appear once it is started.")).toHaveLength(2);
  });

  it("keeps what is typed while it is searched, and empties the field with the filters", async () => {
    const { search } = await open();
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search by campaign name" });
    fireEvent.change(field, { target: { value: "aj" } });
    await waitFor(() => expect(search()).toEqual({ search: "aj" }));
    expect(field.value).toBe("aj");
    fireEvent.click(screen.getByRole("button", { name: /^All campaigns/ }));
    await waitFor(() => expect(search()).toEqual({}));
    expect(field.value).toBe("");
  });

  it("is sorted by what campaigns earned, the other way round at a second press, and the address keeps it", async () => {
    const { search } = await open();
    expect(findRequests("Campaigns/index")[0]?.query.get("sort")).toBe("roas_placed");
    sortBy("Spend");
    await waitFor(() => expect(search()).toEqual({ sort: "spend" }));
    sortBy("Spend");
    await waitFor(() => expect(search()).toEqual({ sort: "spend", order: "asc" }));
    const last = findRequests("Campaigns/index").at(-1)?.query;
    expect([last?.get("sort"), last?.get("order")]).toEqual(["spend", "asc"]);
  });

  it("hides a column until it is chosen again, also after a reload", async () => {
    await open();
    press("Columns");
    fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Spend" }));
    expect(findColumn("Spend")).toBeNull();
    cleanup();
    await open();
    expect(findColumn("Spend")).toBeNull();
    expect(findColumn("Sales")).not.toBeNull();
  });

  it("changes a budget in its own place, and offers to take it back", async () => {
    answers["Campaigns/cmp_000001"] = {};
    await open();
    press(/^Change the budget of Dates 1/);
    const field = await screen.findByRole("textbox", { name: "Daily budget of Dates 1" });
    fireEvent.change(field, { target: { value: "5" } });
    expect(await screen.findByText(/smallest daily budget/)).toBeTruthy();
    fireEvent.change(field, { target: { value: "300" } });
    press("Save");
    await waitFor(() => expect(snackbarState().message).toBe("Budget saved. We are telling the platform."));
    expect(findRequests("Campaigns/cmp_000001")).toMatchObject([
      { method: "PATCH", body: { daily_budget_halalas: 300_00 } },
    ]);
    act(() => snackbarState().action?.run());
    await waitFor(() =>
      expect(findRequests("Campaigns/cmp_000001").at(-1)?.body).toEqual({
        daily_budget_halalas: 150_00,
      }),
    );
  });

  it("reads a daily budget to the halala", async () => {
    const [row] = aPage(1).items;
    answers["Campaigns/index"] = { ...aPage(1), items: [{ ...row, daily_budget_halalas: 12_50 }] };
    await open();
    expect(screen.getByRole("button", { name: /^Change the budget of Dates 1/ }).textContent).toContain(
      "12.50",
    );
  });

  it("asks for the minimum budget in the ad account's own currency", async () => {
    const [row] = aPage(1).items;
    const tiktok = { ...row, platform: "tiktok", placements: [] };
    answers["Campaigns/index"] = { ...aPage(1), items: [tiktok] };
    const account = {
      id: "aac_000001",
      platform: "tiktok",
      currency: "USD",
      status: "linked",
      profile_id: "prf_1",
      profiles: [{ id: "prf_1", name: "Noura" }],
      has_pixel: true,
    };
    answers["AdAccounts/index"] = { ad_accounts: [account], platforms: [] };
    await open();
    press(/^Change the budget of Dates 1/);
    const field = await screen.findByRole("textbox", { name: "Daily budget of Dates 1" });
    fireEvent.change(field, { target: { value: "180" } });
    expect(await screen.findByText(/smallest daily budget.*187/)).toBeTruthy();
    fireEvent.change(field, { target: { value: "190" } });
    expect(screen.queryByText(/smallest daily budget/)).toBeNull();
  });

  it("keeps a refused budget open with its reason", async () => {
    answers["Campaigns/cmp_000001"] = 402;
    await open();
    press(/^Change the budget of Dates 1/);
    const field = await screen.findByRole("textbox", { name: "Daily budget of Dates 1" });
    fireEvent.change(field, { target: { value: "300" } });
    press("Save");
    expect(await screen.findByText("no")).toBeTruthy();
    fireEvent.keyDown(field, { key: "Escape" });
    expect(screen.queryByRole("textbox", { name: "Daily budget of Dates 1" })).toBeNull();
  });

  it("runs and pauses in place, and a resume is taken back by one press", async () => {
    answers["Campaigns/cmp_000001/relaunch"] = {};
    answers["Campaigns/cmp_000001/pause"] = {};
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "Run the campaign Dates 1" }));
    await waitFor(() => expect(snackbarState().action?.label).toBe("Undo"));
    act(() => snackbarState().action?.run());
    await waitFor(() => expect(findRequests("Campaigns/cmp_000001/pause")).toHaveLength(1));
  });

  it("offers what was changed on the platform in the budget's cell, and puts ours back", async () => {
    const { items, ...page } = aPage(1);
    const drifted = items.map((row) => ({ ...row, sync: "failed", drift_daily_budget_halalas: 160_00 }));
    answers["Campaigns/index"] = { ...page, items: drifted.slice(0, 1) };
    answers["Campaigns/cmp_000001/retry"] = {};
    await open();
    expect(screen.getByText("Budget differs")).toBeTruthy();
    press("Restore mine");
    await waitFor(() => expect(findRequests("Campaigns/cmp_000001/retry")).toHaveLength(1));
  });

  it("shows a saved view by its tab, with its columns, and saves another look under a name", async () => {
    const state = { search: "white friday", sort: "spend", columns: ["spend"] };
    answers["CampaignViews/index"] = {
      all: 12,
      active: 6,
      needs_decision: 3,
      items: [{ id: "viw_000001", name: "White Friday", state, campaigns: 2 }],
    };
    const { search } = await open();
    fireEvent.click(await screen.findByRole("button", { name: /^White Friday/ }));
    await waitFor(() => expect(search()).toEqual({ search: "white friday", sort: "spend" }));
    expect(findColumn("Cost per order")).toBeNull();

    fireEvent.click(screen.getByRole("button", { name: /^Active/ }));
    await waitFor(() => expect(search()).toEqual({ status: "active" }));
    sortBy("Spend");
    fireEvent.click(await screen.findByRole("button", { name: "Save this view" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" });
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Dearest" } });
    press("Save", within(dialog));
    await waitFor(() =>
      expect(findRequests("CampaignViews/create")).toMatchObject([
        { body: { name: "Dearest", state: { status: "active", sort: "spend", columns: ["spend"] } } },
      ]),
    );
  });
});

describe("on a phone", () => {
  it("each campaign is a card with its result, its figures and the same acts", async () => {
    showOn("phone");
    await openPages({ "/campaigns": CampaignsPage }, "/campaigns");
    const card = (await screen.findByRole("link", { name: "Dates 1" })).closest("li");
    if (!card) throw new Error("the card is not there");
    expect(card.textContent).toMatch(/^[\d.]+×ROAS, all orders/);
    expect(within(card).getByRole("switch")).toBeTruthy();
    press("Actions for Dates 1", within(card));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Select" }));
    expect(await screen.findByText("1 campaign selected")).toBeTruthy();
    press("More actions");
    expect(await screen.findByRole("menuitem", { name: "Archive" })).toBeTruthy();
  });

  it("the direction of the order is chosen too", async () => {
    showOn("phone");
    const { search } = await openPages({ "/campaigns": CampaignsPage }, "/campaigns");
    fireEvent.click(await screen.findByRole("button", { name: "Filter and sort" }));
    const sheet = await screen.findByRole("dialog", { name: "Filter and sort" });
    fireEvent.click(within(sheet).getByRole("combobox", { name: "Order" }));
    fireEvent.click(await screen.findByRole("option", { name: "Ascending" }));
    await waitFor(() => expect(search()).toEqual({ order: "asc" }));
  });

  it("filters and the order are in a sheet", async () => {
    showOn("phone");
    const { search } = await openPages({ "/campaigns": CampaignsPage }, "/campaigns");
    fireEvent.click(await screen.findByRole("button", { name: "Filter and sort" }));
    const sheet = await screen.findByRole("dialog", { name: "Filter and sort" });
    fireEvent.click(within(sheet).getByRole("combobox", { name: "All statuses" }));
    fireEvent.click(await screen.findByRole("option", { name: "Paused" }));
    await waitFor(() => expect(search()).toEqual({ status: "paused" }));
  });
});
