import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import arPayments from "#modules/payments/messages/ar.json" with { type: "json" };
import enPayments from "#modules/payments/messages/en.json" with { type: "json" };
import type { Subscription, SubscriptionView } from "../billing-calls.ts";
import arPayment from "../payment/messages/ar.json" with { type: "json" };
import enPayment from "../payment/messages/en.json" with { type: "json" };
import { aPlan, aSubscription } from "../testing/subscription-views.ts";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { SubscriptionPage } from "./subscription-page.tsx";

const growth = aPlan("growth", 24_900);
const pro = aPlan("pro", 59_900);
const card = {
  id: "crd_1",
  brand: "mada",
  last_four: "1010",
  name: "mada",
  expiry: "good",
  is_default: true,
  needs: [],
};
const open: NonNullable<Subscription["open_period"]> = {
  id: "per_2",
  kind: "renewal",
  due_halalas: 24_900,
  due_since: "2026-12-10T09:00:00.000Z",
  pay_until: "2026-12-17T09:00:00.000Z",
  failure: "balance",
  payment: null,
  has_unpaid_form: false,
};
const pastDue = aSubscription({
  state: "past_due",
  is_open: false,
  open_period: open,
  next: { kind: "retries", at: "2026-12-11T09:00:00.000Z", amount_halalas: 24_900 },
});
const inTrial = aSubscription({
  state: "trial",
  duration_months: null,
  payment_source: null,
  next: { kind: "trial_ends", at: "2026-12-04T09:00:00.000Z", amount_halalas: null },
  trial: { day: 11, days: 14, days_left: 3, used: [] },
});

const aView = (
  subscription: Subscription | null,
  notices: SubscriptionView["notices"] = [],
): SubscriptionView => ({
  subscription,
  can_start_trial: subscription === null,
  notices,
  as_of: "2026-11-23T09:00:00.000Z",
});

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  sessionStorage.clear();
  answers = {
    "Billing/subscription": aView(aSubscription()),
    "Billing/subscription/periods": { items: [], page: 1, size: 10, total: 0 },
    "Billing/plans": { items: [growth, pro] },
    "Billing/stock": { items: [], as_of: "2026-11-23T09:00:00.000Z" },
    "Wallet/cards": { items: [card] },
    "Wallet/index": { available_halalas: 100_000 },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = "/financial-transaction/active-subscribtions";
const show = (search = "") => openPages({ [path]: SubscriptionPage }, `${path}${search}`);
const sentBody = (name: string) => sent.find((request) => request.name === name)?.body;
const english = () =>
  setupI18n("en", {
    ar: { billing_subscription: ar, billing_payment: arPayment, payments: arPayments },
    en: { billing_subscription: en, billing_payment: enPayment, payments: enPayments },
  });
const arabic = () =>
  setupI18n("ar", {
    ar: { billing_subscription: ar, billing_payment: arPayment, payments: arPayments },
    en: { billing_subscription: en, billing_payment: enPayment, payments: enPayments },
  });

const states = [
  ["none", null, "none", "start_trial"],
  ["a trial", inTrial, "trial", "see_plans"],
  ["active", aSubscription(), "active", "cancel"],
  ["past due", pastDue, "past_due", "cancel"],
  [
    "cancelled",
    aSubscription({
      state: "cancelled",
      next: { kind: "ends", at: "2026-12-10T09:00:00.000Z", amount_halalas: null },
    }),
    "cancelled",
    null,
  ],
  ["expired", aSubscription({ state: "expired", is_open: false, next: null }), "expired", "see_plans"],
] as const;

describe.each([
  ["Arabic", ar, arabic],
  ["English", en, english],
] as const)("the subscription in %s", (_language, texts, setup) => {
  beforeEach(setup);

  it.each(states)("that is %s says so in words", async (_name, subscription, state, action) => {
    answers["Billing/subscription"] = aView(subscription);
    await show();
    expect(await screen.findByText(state === "none" ? texts.none : texts.state[state])).toBeTruthy();
    if (action === "see_plans") expect(screen.getByRole("link", { name: texts.see_plans })).toBeTruthy();
    else if (action) expect(screen.getByRole("button", { name: texts[action] })).toBeTruthy();
    else expect(screen.queryByRole("button", { name: texts.cancel })).toBeNull();
  });
});

describe("the subscription's page", () => {
  beforeEach(english);

  it("says when it renews, for how much, from what, and what is used of what it opens", async () => {
    answers["Billing/stock"] = {
      items: [
        {
          service: "writer_words",
          quota: { limit_units: 50_000, used_units: 12_500, renews_at: "2026-12-10T09:00:00.000Z" },
        },
      ],
    };
    await show();
    expect(await screen.findByText("Renews")).toBeTruthy();
    expect(await screen.findByText(/mada.* ending in .*1010/)).toBeTruthy();
    const bar = await screen.findByRole("progressbar", { name: "Used this month: Ad writer words" });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect(screen.getAllByText("Not included").length).toBeGreaterThan(0);
  });

  it("leads to the checkout with the plan and the length that were chosen", async () => {
    answers["Billing/subscription"] = aView(inTrial, [{ kind: "trial_ending", text: "Ends in 3 days" }]);
    const opened = await show();
    expect(await screen.findByText("Ends in 3 days")).toBeTruthy();
    await userEvent.click(await screen.findByRole("radio", { name: "12 months" }));
    await waitFor(() => expect(opened.search()).toEqual({ months: 12 }));
    const links = screen.getAllByRole("link", { name: "Subscribe" });
    expect(links[1]?.getAttribute("href")).toBe("/checkout?plan=plv_pro_1&months=12");
  });

  it("starts the trial at a tap", async () => {
    answers["Billing/subscription"] = aView(null);
    answers["Billing/subscription/start-trial"] = aView(inTrial);
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Start the free trial" }));
    expect(await screen.findByText("Free trial")).toBeTruthy();
    expect(screen.getByText(/3 days of your trial are left/)).toBeTruthy();
  });

  it.each([
    ["Arabic", arabic, ar.trial_used, ar.feature, "من"],
    ["English", english, en.trial_used, en.feature, "of"],
  ] as const)("shows in a trial what was used of it, in %s", async (_language, setup, title, names, of) => {
    setup();
    const used = [
      { feature: "writer_words", units: 1_200 },
      { feature: "messages", units: 30 },
    ] as const;
    const trial = { day: 11, days: 14, days_left: 3, used: [...used] };
    answers["Billing/subscription"] = aView({ ...inTrial, trial });
    await show();
    const card = within(await screen.findByRole("region", { name: title }));
    expect(card.getAllByRole("term").map((term) => term.textContent)).toEqual([
      names.writer_words,
      names.messages,
    ]);
    expect(card.getAllByRole("definition").map((fact) => fact.textContent)).toEqual([
      `1,200 ${of} 50,000`,
      `30 ${of} 1,000`,
    ]);
  });

  it("says that nothing of a trial was used yet", async () => {
    answers["Billing/subscription"] = aView(inTrial);
    await show();
    expect(await screen.findByText("You have not used any of your trial yet.")).toBeTruthy();
  });

  it("upgrades after showing the credit and what is due, from the saved card", async () => {
    answers["Billing/subscription/upgrade-preview"] = {
      price_halalas: 59_900,
      credit_halalas: 12_450,
      due_halalas: 47_450,
      starts_at: "2026-11-23T09:00:00.000Z",
      ends_at: "2026-12-23T09:00:00.000Z",
      previewed_at: "2026-11-23T09:00:00.000Z",
    };
    const payment = {
      intent_id: "sbp_1",
      status: "pending",
      amount_halalas: 47_450,
      failure_message: null,
      action_url: null,
    } as const;
    const waiting = aSubscription({ open_period: { ...open, kind: "upgrade", payment } });
    answers["Billing/subscription/upgrade"] = { ...aView(waiting), form: null };
    const opened = await show();
    await userEvent.click(await screen.findByRole("button", { name: "Upgrade now" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/474\.50/, { selector: "bdi" })).toBeTruthy();
    expect(dialog.getByText(/124\.50/)).toBeTruthy();
    await userEvent.click(await dialog.findByRole("button", { name: "Pay SAR 474.50" }));
    await waitFor(() => expect(opened.path()).toBe("/checkout"));
    expect(opened.search()).toEqual({ subscription: "sbp_1" });
    expect(sentBody("Billing/subscription/upgrade")).toEqual({
      plan_version_id: "plv_pro_1",
      duration_months: 1,
      payment: { source: "card", card_id: "crd_1", save_card: false },
      previewed_at: "2026-11-23T09:00:00.000Z",
    });
  });

  it("pays a renewal that is past due from the balance", async () => {
    answers["Billing/subscription"] = aView(pastDue, [{ kind: "payment_failed", text: "Not paid" }]);
    answers["Billing/subscription/pay"] = { ...aView(aSubscription()), form: null };
    await show();
    const alert = within(await screen.findByRole("alert"));
    await userEvent.click(alert.getByRole("button", { name: "Pay the renewal" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(await dialog.findByRole("radio", { name: /Wallet balance/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Pay SAR 249.00" }));
    expect(await screen.findByText("Active")).toBeTruthy();
    expect(screen.queryByText("Not paid")).toBeNull();
    expect(sentBody("Billing/subscription/pay")).toEqual({
      payment: { source: "balance", save_card: false },
    });
  });

  it("says that a form that was left is not paid, and offers to pay it or to cancel it", async () => {
    const left = { ...open, has_unpaid_form: true };
    answers["Billing/subscription"] = aView(
      aSubscription({
        state: "past_due",
        open_period: left,
        next: { kind: "awaits_payment", at: open.pay_until ?? "", amount_halalas: 24_900 },
      }),
      [{ kind: "renewal_form_unpaid", text: "Not paid yet" }],
    );
    answers["Billing/subscription/cancel-payment"] = aView(pastDue);
    await show();
    const note = within((await screen.findByText("Not paid yet")).closest('[role="note"]') as HTMLElement);
    expect(screen.queryByText(en.next.charging)).toBeNull();
    expect(screen.getByText(en.next.awaits_payment)).toBeTruthy();
    expect(note.getByRole("button", { name: en.pay_renewal })).toBeTruthy();
    await userEvent.click(note.getByRole("button", { name: en.cancel_payment }));
    expect(await screen.findByText(en.next.retries)).toBeTruthy();
    expect(screen.queryByText("Not paid yet")).toBeNull();
  });

  it("chooses a smaller plan for the next period, which can be taken back", async () => {
    const planned_change = {
      plan_version_id: growth.id,
      plan_name: growth.name,
      duration_months: 1 as const,
      price_halalas: 24_900,
    };
    const running = aSubscription({ plan: pro });
    answers["Billing/subscription"] = aView(running);
    answers["Billing/subscription/downgrade"] = aView({ ...running, planned_change });
    answers["Billing/subscription/resume"] = aView(running);
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Choose for the next period" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Choose for the next period" }));
    expect(await screen.findByText("Chosen for the next period")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Keep my plan" }));
    await waitFor(() => expect(screen.queryByText("Chosen for the next period")).toBeNull());
  });

  it("cancels after a confirmation, and keeps it renewing when the merchant changes their mind", async () => {
    const cancelled = aSubscription({ state: "cancelled" });
    answers["Billing/subscription/cancel"] = aView(cancelled, [{ kind: "cancelled", text: "It ends then" }]);
    answers["Billing/subscription/resume"] = aView(aSubscription());
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel the renewal" }));
    expect(sentBody("Billing/subscription/cancel")).toBeUndefined();
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel the renewal" }));
    expect(await screen.findByText("It ends then")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Keep it renewing" }));
    expect(await screen.findByText("Active")).toBeTruthy();
  });

  it("sets what renewals are paid from", async () => {
    answers["Billing/subscription/payment-method"] = aView(aSubscription({ payment_source: "balance" }));
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("radio", { name: "Wallet balance" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sentBody("Billing/subscription/payment-method")).toEqual({ source: "balance", card_id: null });
  });

  it("changes by itself when a renewal fails", async () => {
    const opened = await show();
    expect(await screen.findByText("Active")).toBeTruthy();
    answers["Billing/subscription"] = aView(pastDue, [{ kind: "payment_failed", text: "Not paid" }]);
    await opened.emitEvent("billing.renewal_failed");
    expect(await screen.findByText("Renewal not paid")).toBeTruthy();
  });

  it("that cannot be loaded says so with a retry", async () => {
    answers["Billing/subscription"] = 409;
    await show();
    expect(await screen.findByRole("alert")).toBeTruthy();
  });
});
