import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { MerchantChargebacks, MerchantPeriods } from "./merchant-returns.tsx";

const base = "/Staff/Finance/merchants/mer_1";
const renewal = {
  id: "per_2",
  kind: "renewal",
  state: "paid",
  plan_name: { ar: "النمو", en: "Growth" },
  starts_at: "2026-12-21T09:00:00Z",
  ends_at: "2027-01-21T09:00:00Z",
  due_halalas: 24_900,
  returned_halalas: 4_900,
  refundable_halalas: 20_000,
  payment_source: "card",
} as const;
const first = { ...renewal, id: "per_1", kind: "first", returned_halalas: 0, refundable_halalas: 0 } as const;
const taken = {
  id: "cbk_1",
  payment_id: "pay_1",
  amount_halalas: 24_900,
  purpose: "subscription",
  settled_at: "2027-01-05T09:00:00Z",
  won_at: null,
} as const;
const won = { ...taken, id: "cbk_2", won_at: "2027-02-01T09:00:00Z" };

const Nothing = () => (
  <>
    <MerchantPeriods merchantId="mer_1" periods={[]} />
    <MerchantChargebacks merchantId="mer_1" chargebacks={[]} />
  </>
);

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const listPosts = () =>
  sent.filter(({ method }) => method === "POST").map(({ name, body }) => [name.replace(base, ""), body]);

describe.each(["ar", "en"] as const)("on the staff's page of a merchant, in %s", (language) => {
  const texts = language === "ar" ? ar : en;
  beforeEach(() => setupI18n(language, { ar: { finance: ar }, en: { finance: en } }));

  it("a paid renewal is refunded by what is left of it, with a reason; a first period only with its order", async () => {
    await openPages({ "/": () => <MerchantPeriods merchantId="mer_1" periods={[renewal, first]} /> }, "/");
    const [row, firstRow] = await screen.findAllByRole("listitem");
    expect(row?.textContent).toContain(renewal.plan_name[language]);
    expect(row?.textContent).toContain(texts.periods.kind_renewal);
    expect(row?.textContent).toContain("49.00");
    expect(within(firstRow as HTMLElement).queryByRole("button")).toBeNull();
    const inRow = within(row as HTMLElement);
    await userEvent.click(inRow.getByRole("button", { name: texts.refunds.open }));
    await userEvent.click(inRow.getByRole("button", { name: texts.refunds.send }));
    expect(await inRow.findByText(texts.reason_required)).toBeTruthy();
    await userEvent.type(inRow.getByLabelText(texts.reason), "outage");
    await userEvent.click(inRow.getByRole("button", { name: texts.refunds.send }));
    expect(listPosts()).toEqual([["/periods/per_2/refund", { amount_halalas: 20_000, reason: "outage" }]]);
  });

  it("a chargeback is recorded as won only after a confirmation, and not again", async () => {
    await openPages(
      { "/": () => <MerchantChargebacks merchantId="mer_1" chargebacks={[taken, won]} /> },
      "/",
    );
    const [row, wonRow] = await screen.findAllByRole("listitem");
    expect(wonRow?.textContent).toContain(texts.chargebacks.won);
    expect(within(wonRow as HTMLElement).queryByRole("button")).toBeNull();
    await userEvent.click(within(row as HTMLElement).getByRole("button", { name: texts.chargebacks.win }));
    expect(listPosts()).toEqual([]);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("249");
    await userEvent.click(within(dialog).getByRole("button", { name: texts.chargebacks.win }));
    expect(listPosts()).toEqual([["/chargebacks/cbk_1/win", null]]);
  });

  it("a chargeback that only the gateway shows is recorded with its ids, amount and reason", async () => {
    await openPages({ "/": () => <MerchantChargebacks merchantId="mer_1" chargebacks={[]} /> }, "/");
    await userEvent.click(await screen.findByRole("button", { name: texts.chargebacks.record }));
    const save = screen.getByRole("button", { name: texts.chargebacks.save });
    await userEvent.click(save);
    expect(await screen.findByText(texts.chargebacks.id_required)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(texts.chargebacks.payment_id), "chg_1");
    await userEvent.type(screen.getByLabelText(texts.chargebacks.dispute_id), "dsp_1");
    await userEvent.type(screen.getByLabelText(texts.amount), "25");
    await userEvent.type(screen.getByLabelText(texts.reason), "fraud");
    await userEvent.click(save);
    const body = { payment_id: "chg_1", dispute_id: "dsp_1", amount_halalas: 2_500, reason: "fraud" };
    expect(listPosts()).toEqual([["/chargebacks", body]]);
  });

  it("what there is none of is said", async () => {
    await openPages({ "/": Nothing }, "/");
    expect(await screen.findByText(texts.periods.none)).toBeTruthy();
    expect(screen.getByText(texts.chargebacks.none)).toBeTruthy();
  });
});

it("a refund that is more than is left is marked on its amount", async () => {
  await setupI18n("en", { ar: { finance: ar }, en: { finance: en } });
  const fields = { amount_halalas: ["Only SAR 100.00 is left."] };
  answers[`${base}/periods/per_2/refund`] = refuse(409, { code: "billing.refund_too_large", fields });
  await openPages({ "/": () => <MerchantPeriods merchantId="mer_1" periods={[renewal]} /> }, "/");
  await userEvent.click(await screen.findByRole("button", { name: en.refunds.open }));
  await userEvent.type(screen.getByLabelText(en.reason), "outage");
  await userEvent.click(screen.getByRole("button", { name: en.refunds.send }));
  expect(await screen.findByText("Only SAR 100.00 is left.")).toBeTruthy();
});
