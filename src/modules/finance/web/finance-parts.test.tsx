import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { MerchantsPart } from "./merchants-part.tsx";
import { PayoutsPart } from "./payouts-part.tsx";
import { WriteLockPart } from "./write-lock-part.tsx";

const base = "/Staff/Finance";
const merchant = { id: "mer_1", name: "متجر هند" };
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

const listPosts = () =>
  sent.filter(({ method }) => method === "POST").map(({ name, body }) => [name.replace(base, ""), body]);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("transfers to merchants' banks", () => {
  const aPayout = (state: string) => ({
    withdrawal_id: "wdr_1",
    merchant,
    amount_halalas: 30_000,
    state,
    iban: "SA0380000000608010167519",
    holder_name: "هند",
    requested_at: "2026-11-21T09:00:00Z",
  });
  const show = async (...items: object[]) => {
    answers[`${base}/payouts`] = { items, page: 1, size: 10, total: items.length };
    await openPages({ "/": PayoutsPart }, "/");
  };

  it("are none, which is said", async () => {
    await show();
    expect(await screen.findByText(en.payouts.none)).toBeTruthy();
  });

  it("begin before they can be confirmed", async () => {
    await show(aPayout("requested"));
    await screen.findByText("متجر هند");
    expect(screen.queryByRole("button", { name: en.payouts.confirm })).toBeNull();
    await press(en.payouts.start);
    expect(listPosts()).toEqual([["/merchants/mer_1/payouts/wdr_1/start", null]]);
  });

  it("are confirmed with the bank's reference, which is marked when it is missing", async () => {
    await show(aPayout("sending"));
    await press(en.payouts.confirm);
    expect(await screen.findByText(en.bank_reference_required)).toBeTruthy();
    expect(listPosts()).toEqual([]);
    await userEvent.type(screen.getByLabelText(en.payouts.bank_reference), "FT26327001");
    await press(en.payouts.confirm);
    expect(listPosts()).toEqual([
      ["/merchants/mer_1/payouts/wdr_1/confirm", { bank_reference: "FT26327001" }],
    ]);
  });

  it("are refused with a reason", async () => {
    await show(aPayout("sending"));
    await press(en.payouts.refuse);
    await userEvent.type(screen.getByLabelText(en.payouts.reason), "closed");
    await press(en.payouts.refuse_now);
    expect(listPosts()).toEqual([["/merchants/mer_1/payouts/wdr_1/refuse", { reason: "closed" }]]);
  });

  it("that cannot be read show why", async () => {
    answers[`${base}/payouts`] = 500;
    await openPages({ "/": PayoutsPart }, "/");
    expect(await screen.findByRole("alert")).toBeTruthy();
  });
});

describe("a merchant's wallet", () => {
  const money = {
    merchant: { ...merchant, mobile: "+966501234567", created_at: "2026-11-01T09:00:00Z" },
    balance: { available_halalas: 70_000, reserved_halalas: 30_000, balance_halalas: 100_000 },
    consent_above_halalas: 50_000,
    payments: [
      {
        payment_id: "pay_1",
        paid_at: "2026-11-19T09:00:00Z",
        amount_halalas: 20_000,
        refunded_halalas: 20_000,
        pending_halalas: 0,
        charged_back_halalas: 0,
        refundable_halalas: 0,
        card: { brand: "mada", last_four: "1010" },
      },
    ],
    orders: [
      {
        id: "ord_1",
        state: "delivered",
        titles: [{ ar: "500 رسالة", en: "500 text messages" }],
        total_halalas: 7_900,
        refunded_halalas: 0,
        created_at: "2026-11-20T09:00:00Z",
        paid_at: "2026-11-20T09:00:00Z",
      },
    ],
    periods: [],
    chargebacks: [],
    withdrawals: [],
    credits: [],
    stock: [],
  };
  const waiting = {
    id: "crd_1",
    merchant,
    amount_halalas: 60_000,
    reason: "outage",
    state: "waiting",
    requested_by: { id: "stf_1", name: "Noura" },
    requested_at: "2026-11-21T09:00:00Z",
    decided_by: null,
    decided_at: null,
  };
  const open = async (credits: object[] = []) => {
    answers[`${base}/credits`] = { items: credits };
    answers[`${base}/merchants`] = { items: [money.merchant] };
    answers[`${base}/merchants/mer_1`] = money;
    await openPages({ "/": MerchantsPart }, "/");
  };
  const search = async () => {
    await userEvent.type(await screen.findByLabelText(en.merchants.search), "0501234567{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: /متجر هند/ }));
    await screen.findByText(en.merchants.available_halalas);
  };

  it("is found, and gets credit with a reason", async () => {
    answers[`${base}/merchants/mer_1/credits`] = { ...waiting, state: "given" };
    await open();
    await search();
    await press(en.credits.give);
    expect(await screen.findByText(en.amount_required)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(en.amount), "25");
    await userEvent.type(screen.getByLabelText(en.reason), "outage");
    await press(en.credits.give);
    expect(listPosts()).toEqual([["/merchants/mer_1/credits", { amount_halalas: 2_500, reason: "outage" }]]);
  });

  it("has orders that are refunded by what is left of them", async () => {
    await open();
    await search();
    const order = (await screen.findByText("500 text messages")).closest("li") as HTMLElement;
    await userEvent.click(within(order).getByRole("button", { name: en.refunds.open }));
    await userEvent.type(within(order).getByLabelText(en.reason), "unused");
    await userEvent.click(within(order).getByRole("button", { name: en.refunds.send }));
    expect(listPosts()).toEqual([
      ["/merchants/mer_1/orders/ord_1/refund", { amount_halalas: 7_900, reason: "unused" }],
    ]);
  });

  it("has deposits, of which those that went back as a whole offer no refund", async () => {
    await open();
    await search();
    const deposit = (await screen.findByText("•••• 1010")).closest("li") as HTMLElement;
    expect(within(deposit).getByText(en.payments.refunded)).toBeTruthy();
    expect(within(deposit).queryByText(en.payments.pending)).toBeNull();
    expect(within(deposit).queryByRole("button", { name: en.refunds.open })).toBeNull();
  });

  it("gets a waiting credit once a second member approves it", async () => {
    await open([waiting]);
    await press(en.credits.approve);
    expect(listPosts()).toEqual([["/credits/crd_1/approve", null]]);
  });
});

describe("the lock on money writes", () => {
  const check = {
    state: "right",
    of_new: { age_seconds: 60, is_late: false },
    of_whole: { age_seconds: 3_600, is_late: false },
  };
  const show = async (passed_at: string | null) => {
    const findings = [{ name: "wrong_balances", count: 2 }];
    answers[`${base}/write-lock`] = {
      lock: { findings, locked_at: "2026-11-21T09:00:00Z", passed_at },
      check,
    };
    await openPages({ "/": WriteLockPart }, "/");
    expect(await screen.findByText(en.lock.findings.wrong_balances)).toBeTruthy();
  };

  it("cannot be lifted before a check has passed", async () => {
    await show(null);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: en.lock.lift }).disabled).toBe(true);
  });

  it("is lifted afterwards", async () => {
    await show("2026-11-21T10:00:00Z");
    await press(en.lock.lift);
    expect(listPosts()).toEqual([["/write-lock/lift", null]]);
  });

  it("stands below a warning while a check of the ledger is overdue, with its age", async () => {
    const of_new = { age_seconds: 45 * 60, is_late: true };
    answers[`${base}/write-lock`] = { lock: null, check: { ...check, state: "late", of_new } };
    await openPages({ "/": WriteLockPart }, "/");
    const warning = within(await screen.findByRole("alert"));
    expect(warning.getByText(en.lock.late)).toBeTruthy();
    expect(warning.getByText("45 minutes ago")).toBeTruthy();
    expect(warning.queryByText(en.lock.late_whole)).toBeNull();
    expect(screen.getByText(en.lock.none)).toBeTruthy();
  });

  it("shows no warning while both checks finish in time", async () => {
    answers[`${base}/write-lock`] = { lock: null, check };
    await openPages({ "/": WriteLockPart }, "/");
    expect(await screen.findByText(en.lock.none)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
