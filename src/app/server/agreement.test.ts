import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMoyasar } from "#adapters/payments/moyasar/moyasar.ts";
import { makeTap } from "#adapters/payments/tap/tap.ts";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { type AgreementHarness, openAgreementHarness } from "#modules/finance/testing/agreement-harness.ts";
import type { PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { aDeposit } from "#modules/wallet/testing/builders.ts";

/** The nightly agreement with both gateways' simulators, over HTTP and through their adapters. */

const clock = frozenClock(new Date());
let sandbox: TestSandbox;
let moyasar: PaymentGateway;
let tap: PaymentGateway;
let harness: AgreementHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { hosts, credentials } = sandbox;
  moyasar = makeMoyasar({
    apiUrl: hosts.moyasar ?? "",
    cdnUrl: hosts["moyasar-cdn"] ?? "",
    publishableKey: credentials.MOYASAR_PUBLISHABLE_KEY ?? "",
    secretKey: credentials.MOYASAR_SECRET_KEY ?? "",
    webhookSecret: credentials.MOYASAR_WEBHOOK_SECRET ?? "",
  });
  const webhookUrl = "http://localhost:9/webhooks/tap";
  tap = makeTap({ apiUrl: hosts.tap ?? "", secretKey: credentials.TAP_SECRET_KEY ?? "", webhookUrl });
  harness = await openAgreementHarness([moyasar, tap], clock);
  await harness.reset(new Date());
}, 300_000);
afterAll(async () => {
  await harness?.close();
  await sandbox?.stop();
});

const post = (url: string, body: object | URLSearchParams, key?: string) => {
  const isForm = body instanceof URLSearchParams;
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: {
      ...(key ? { authorization: key } : {}),
      ...(isForm ? {} : { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
};
const basic = (key = "") => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
const bearer = (key = "") => `Bearer ${key}`;

/** What the cardholder does in Moyasar's form and on the bank's page; the payment's id. */
async function payAtMoyasar(intentId: string, amount: number): Promise<string> {
  const { hosts, credentials } = sandbox;
  const source = {
    type: "creditcard",
    name: "Noura Test",
    number: "4201320111111010",
    month: "12",
    year: "2030",
    cvc: "123",
  };
  const payment = {
    amount,
    currency: "SAR",
    description: "Wallet",
    callback_url: "http://localhost:4800/checkout",
    metadata: { deposit_id: intentId },
    source,
  };
  const key = basic(credentials.MOYASAR_PUBLISHABLE_KEY);
  const answer = await post(`${hosts.moyasar}/v1/payments`, payment, key);
  const { id } = (await answer.json()) as { id: string };
  const result = new URLSearchParams({ auth_result: "AUTHENTICATED" });
  await post(`${hosts.moyasar}/v1/card_auth/${id}/set_auth_result`, result);
  return id;
}

/** The same on Tap's own page. */
async function payAtTap(intentId: string, amount: number): Promise<string> {
  const opened = await tap.openPage?.({
    paymentId: randomUUID(),
    intentId,
    amount: halalas(amount),
    description: "Wallet",
    returnUrl: "http://localhost:4800/checkout",
    language: "ar",
    saveCard: false,
    customer: { name: "نورة القحطاني", mobile: "+966501234567" },
  });
  const id = opened?.id ?? "";
  const submit = (page: string, fields: Record<string, string>) =>
    post(`${sandbox.hosts["tap-page"]}/gosell/v2/payment/${page}?chg=${id}`, new URLSearchParams(fields));
  const card = { number: "4464040000000007", cvc: "100", name: "NOURA TEST", month: "01", year: "2039" };
  await submit("tap_process.aspx", card);
  await submit("authenticate", { result: "AUTHENTICATED" });
  return id;
}

type Name = "moyasar" | "tap";
const payAt = { moyasar: payAtMoyasar, tap: payAtTap };
async function deposit(gateway: Name, amount: number): Promise<string> {
  const id = await payAt[gateway](await harness.begin(gateway, amount), amount);
  await harness.record(gateway, id);
  return id;
}
/** Staff give a part back: our own refund. */
async function giveBack(payment_id: string, amount_halalas: number) {
  const refund = { payment_id, amount_halalas, reason: "test" };
  await transact(harness.own("mer_1"), (ctx) => harness.deps.wallet.refundDeposit(ctx, refund));
  await harness.settle();
}
/** Somebody gives a part back in the gateway's dashboard. */
async function refundAtMoyasar(id: string, amount: number) {
  const key = basic(sandbox.credentials.MOYASAR_SECRET_KEY);
  const answer = await post(`${sandbox.hosts.moyasar}/v1/payments/${id}/refund`, { amount }, key);
  expect(await answer.json()).toMatchObject({ id, status: "refunded" });
  await harness.record("moyasar", id);
}
async function refundAtTap(charge_id: string, riyals: number) {
  const refund = { charge_id, amount: riyals, currency: "SAR", reason: "requested_by_customer" };
  const body = { ...refund, reference: { merchant: "dashboard" }, post: { url: "http://localhost:9/" } };
  const answer = await post(
    `${sandbox.hosts.tap}/v2/refunds`,
    body,
    bearer(sandbox.credentials.TAP_SECRET_KEY),
  );
  expect(await answer.json()).toMatchObject({ status: "REFUNDED" });
  await harness.record("tap", charge_id);
}
async function chargeBack(payment_id: string, amount: number) {
  await sandbox.control("moyasar/chargeback", { payment_id, amount });
  await harness.run("payments.read-chargebacks");
}
const loadEntries = async (payment_id: string) => {
  const sums = await harness.deps.wallet.sumPaymentEntries(harness.db, [
    { merchant_id: "mer_1", payment_id },
  ]);
  return sums.map(({ returned_halalas, charged_back_halalas }) => [returned_halalas, charged_back_halalas]);
};
/** This night and the next: chargebacks are compared a night later. */
async function agreeTwice() {
  for (const _night of [1, 2]) await harness.agree();
}

describe("the agreement with the gateways themselves", () => {
  it("finds the differences that there are, one each way, and no other", async () => {
    const wholeBack = await deposit("moyasar", 20_000);
    await chargeBack(wholeBack, 20_000);
    await refundAtMoyasar(wholeBack, 20_000);
    expect(await loadEntries(wholeBack)).toEqual([[0, 20_000]]);

    const mixed = await deposit("moyasar", 30_000);
    await refundAtMoyasar(mixed, 4_000);
    await giveBack(mixed, 5_000);
    await chargeBack(mixed, 6_000);
    expect(await loadEntries(mixed)).toEqual([[9_000, 6_000]]);

    const charge = await deposit("tap", 25_050);
    await giveBack(charge, 5_025);
    await refundAtTap(charge, 10.5);
    expect(await loadEntries(charge)).toEqual([[6_075, 0]]);

    const { intentId, orderId, amount } = await harness.order();
    await harness.record("moyasar", await payAtMoyasar(intentId, amount));
    const part = { orderId, amount_halalas: 900, reason: "test" };
    await harness.deps.billing.refundOrder(harness.own("mer_1"), part);
    await harness.settle();

    const onlyThere = await payAtTap(await harness.begin("tap", 12_300), 12_300);
    await aDeposit(harness.db, clock, "mer_2", 45_600, "dep_only_here");

    await sandbox.control("moyasar/settle", {});
    clock.set(new Date());
    await agreeTwice();
    const [here, there, ...others] = await harness.listDifferences();
    expect(others).toEqual([]);
    expect(here).toMatchObject({ kind: "payment_missing_here", source: "tap", reference: onlyThere });
    expect(here).toMatchObject({ merchant_id: null, ours: null, theirs: 12_300, is_settled: true });
    expect(there).toMatchObject({ kind: "payment_missing_there", source: "moyasar", merchant_id: "mer_2" });
    expect(there).toMatchObject({ ours: 45_600, theirs: null, is_settled: true });
  }, 120_000);
});
