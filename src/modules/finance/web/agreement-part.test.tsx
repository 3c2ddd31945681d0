import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { AgreementPart } from "./agreement-part.tsx";

const base = "/Staff/Finance/agreement";
const words = en.agreement;
let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {};
  sent = fakeServer(answers);
  await setupI18n("en", { en: { finance: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const done = {
  night: "2026-11-22",
  state: "done",
  started_at: "2026-11-21T23:00:00Z",
  finished_at: "2026-11-21T23:04:00Z",
  checked: 1_204,
  waiting: [],
};
const difference = {
  id: "7",
  kind: "payment_refunded",
  source: "moyasar",
  reference: "5b2d0c1e",
  merchant: { id: "mer_1", name: "متجر هند" },
  day: "2026-11-21",
  ours_halalas: 5_000,
  theirs_halalas: 4_000,
  first_seen_at: "2026-11-21T23:01:00Z",
};
const unknown = {
  ...difference,
  id: "6",
  kind: "payment_missing_here",
  source: "tap",
  reference: "chg_1",
  merchant: null,
  ours_halalas: null,
};
const show = async (run: object | null, items: object[] = [], next: string | null = null) => {
  const kinds = [...new Set(items.map((item) => (item as { kind: string }).kind))];
  answers[base] = {
    run,
    last_finished_at: run ? "2026-11-20T23:04:00Z" : null,
    open: kinds.map((kind) => ({ kind, count: 1 })),
  };
  answers[`${base}/differences`] = { items, next };
  await openPages({ "/": AgreementPart }, "/");
};

describe("the agreement of money", () => {
  it("that never ran says when it begins", async () => {
    await show(null);
    expect(await screen.findByText(words.never)).toBeTruthy();
  });

  it("that ended without differences says that everything agrees", async () => {
    await show(done);
    expect(await screen.findByText(words.agrees)).toBeTruthy();
    expect(screen.getByText("1,204")).toBeTruthy();
  });

  it("that did not end by the morning says so, and what it waits for", async () => {
    const waiting = [
      { part: "payments", gateway: "tap", is_stuck: true },
      { part: "spend", gateway: null, is_stuck: false },
    ];
    await show({ ...done, state: "late", finished_at: null, waiting });
    expect(await screen.findByText(words.late)).toBeTruthy();
    expect(screen.getByText(`The list of payments at Tap: ${words.stuck}`)).toBeTruthy();
    expect(screen.getByText(`${words.parts.spend}: ${words.pending}`)).toBeTruthy();
    expect(screen.queryByText(words.agrees)).toBeNull();
  });

  it("shows each difference with both figures, and what is missing", async () => {
    await show(done, [difference, unknown]);
    const list = await screen.findByRole("list", { name: words.list });
    const [refunded, missing] = await within(list).findAllByRole("listitem");
    expect(refunded?.textContent).toMatch(/Here.*50\.00.*At Moyasar.*40\.00.*5b2d0c1e/);
    expect(within(refunded as HTMLElement).getByText("متجر هند")).toBeTruthy();
    expect(missing?.textContent).toMatch(/Here.*Not there.*At Tap.*40\.00/);
  });

  it("is filtered by kind, and goes on with the next page", async () => {
    await show(done, [difference, unknown], "6");
    const more = await screen.findByRole("button", { name: words.more });
    answers[`${base}/differences`] = { items: [{ ...difference, id: "5" }], next: null };
    await userEvent.click(more);
    await userEvent.click(screen.getByRole("combobox", { name: words.kind }));
    await userEvent.click(await screen.findByText(`${words.kinds.payment_missing_here} (1)`));
    const queries = sent
      .filter(({ name }) => name === `${base}/differences`)
      .map(({ query }) => Object.fromEntries(query ?? []));
    expect(queries).toContainEqual({ size: "20", after: "6" });
    expect(queries).toContainEqual({ size: "20", kind: "payment_missing_here" });
  });
});
