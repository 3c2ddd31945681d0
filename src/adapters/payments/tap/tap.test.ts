import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { describeGateway } from "../payment-gateway.suite.ts";
import { makeTap } from "./tap.ts";
import { computeHashstring } from "./webhooks.ts";

const expiry = { good: { month: "01", year: "2039" }, expired: { month: "04", year: "2027" } };
const customer = { name: "نورة القحطاني", mobile: "+966501234567" };

const read = (sandbox: TestSandbox, webhookUrl = "http://localhost:9/webhooks/tap") => ({
  apiUrl: sandbox.hosts.tap ?? "",
  secretKey: sandbox.credentials.TAP_SECRET_KEY ?? "",
  webhookUrl,
});
const open = (tap: PaymentGateway, intentId: string, changes: object = {}) =>
  tap.openPage?.({
    paymentId: randomUUID(),
    intentId,
    amount: halalas(20_050),
    description: "Wallet",
    returnUrl: "http://localhost:4800/checkout",
    language: "ar",
    saveCard: false,
    customer,
    ...changes,
  }) ?? Promise.reject(new Error("Tap has a page"));

/** What the cardholder does on Tap's page, and on the bank's. */
const submit = (sandbox: TestSandbox, page: string, id: string, fields: Record<string, string>) =>
  fetch(`${sandbox.hosts["tap-page"]}/gosell/v2/payment/${page}?chg=${id}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
const payOnPage = (sandbox: TestSandbox, id: string, card: keyof typeof expiry = "good") =>
  submit(sandbox, "tap_process.aspx", id, {
    number: "4464040000000007",
    cvc: "100",
    name: "NOURA TEST",
    ...expiry[card],
  });
const answerBank = (sandbox: TestSandbox, id: string, result = "AUTHENTICATED") =>
  submit(sandbox, "authenticate", id, { result });

describeGateway("Tap", (sandbox, webhookUrl) => {
  const settings = read(sandbox, webhookUrl);
  const gateway = makeTap(settings);
  return {
    gateway,
    at: (apiUrl) => makeTap({ ...settings, apiUrl }),
    apiUrl: settings.apiUrl,
    async begin({ intentId, amount, saveCard = false, card = "good" }) {
      const { id } = await open(gateway, intentId, { amount, saveCard });
      await payOnPage(sandbox, id, card);
      return id;
    },
    async answerBank(paymentId, answer) {
      await answerBank(sandbox, paymentId, answer === "approve" ? "AUTHENTICATED" : "REJECTED");
    },
  };
});

describe("Tap", () => {
  let sandbox: TestSandbox;
  let tap: PaymentGateway;
  beforeAll(async () => {
    sandbox = await startSandbox();
    tap = makeTap(read(sandbox));
  });
  afterAll(() => sandbox?.stop());

  async function pay(changes: object = {}) {
    const { id } = await open(tap, "dep_tap", changes);
    await payOnPage(sandbox, id);
    await answerBank(sandbox, id);
    return id;
  }

  it("opens its page once for one id, and finds the payment by that id when the answer was lost", async () => {
    const paymentId = randomUUID();
    await sandbox.control("faults", { vendor: "tap", kind: "500", path: "/list", times: 1 });
    const first = await open(tap, "dep_once", { paymentId });
    expect(first).toMatchObject({ state: "pending", requestId: paymentId, intentId: "dep_once" });
    expect(first.id).toMatch(/^chg_/);
    expect((await open(tap, "dep_once", { paymentId })).id).toBe(first.id);
    await expect(tap.findPayment(paymentId)).rejects.toMatchObject({ kind: "later" });
    expect(await tap.findPayment(paymentId)).toMatchObject({ id: first.id });
  });

  it("declines a card without its cardholder for the bank's own reason", async () => {
    const token = (await tap.findPayment(await pay({ saveCard: true })))?.cardToken ?? "";
    const [, cardId] = token.split("/");
    const decline = async (code: string) => {
      await sandbox.control("tap/cards", { card_id: cardId, code });
      return tap.chargeCard({
        paymentId: randomUUID(),
        cardToken: token,
        amount: halalas(100),
        intentId: "sbp_1",
        description: "Subscription",
        returnUrl: "http://localhost:4800/checkout",
        language: "ar",
        offSession: true,
      });
    };
    expect(await decline("505")).toMatchObject({ state: "failed", failure: "balance" });
    expect(await decline("508")).toMatchObject({ failure: "bank_unavailable" });
    expect(await decline("702")).toMatchObject({ failure: "limit" });
    expect(await decline("509")).toMatchObject({ failure: "blocked_card" });
    expect(await decline("516")).toMatchObject({ failure: "not_verified" });
  });

  it("keeps a refund that it processes, without sending it twice, until it is carried out", async () => {
    const paymentId = await pay();
    const request = { refundId: "rfd_slow", paymentId, amount: halalas(5_050), reason: "test" };
    await sandbox.control("tap/refunds", { code: "100" });
    await expect(tap.refund(request)).rejects.toMatchObject({ kind: "later" });
    await expect(tap.refund(request)).rejects.toMatchObject({ kind: "later" });
    await sandbox.control("tap/refunds", { code: "000" });
    const refunds = await listRefunds(paymentId);
    expect(refunds).toHaveLength(1);
    expect(await tap.findPayment(paymentId)).toMatchObject({ state: "paid", refunded: 0 });
    expect((await listReturned()).map((returned) => returned.paymentId)).not.toContain(paymentId);
    await sandbox.control("tap/refunds", { refund_id: refunds[0]?.id, code: "000" });
    expect(await tap.refund(request)).toMatchObject({ state: "paid", refunded: 5_050 });
    expect(await listRefunds(paymentId)).toHaveLength(1);
    expect(await listReturned()).toContainEqual(
      expect.objectContaining({ kind: "refund", paymentId, amount: 5_050 }),
    );
  });

  const listReturned = async () => {
    const hourMs = 3_600_000;
    const period = { from: new Date(Date.now() - hourMs), to: new Date(Date.now() + hourMs) };
    return (await tap.listReturns({ ...period, cursor: null })).returns;
  };

  it("says that a refund was refused when the bank declines it", async () => {
    const paymentId = await pay();
    await sandbox.control("tap/refunds", { code: "502" });
    const request = { refundId: "rfd_no", paymentId, amount: halalas(100), reason: "test" };
    await expect(tap.refund(request)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "payments:refund_failed_refused",
    });
    await sandbox.control("tap/refunds", { code: "000" });
    expect(await tap.findPayment(paymentId)).toMatchObject({ refunded: 0 });
  });

  async function listRefunds(chargeId: string): Promise<{ id: string }[]> {
    const { apiUrl, secretKey } = read(sandbox);
    const answer = await fetch(`${apiUrl}/v2/refunds/list`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      body: JSON.stringify({ charges: [chargeId] }),
    });
    return ((await answer.json()) as { refunds: { id: string }[] }).refunds;
  }

  it("with a key that is not accepted is `reconnect`: an operator must act", async () => {
    const wrong = makeTap({ ...read(sandbox), secretKey: "sk_test_wrong" });
    await expect(wrong.findPayment("chg_1")).rejects.toMatchObject({ kind: "reconnect" });
  });
});

describe("a hashstring", () => {
  const posted = {
    id: "chg_TEST_1",
    object: "charge" as const,
    status: "CAPTURED",
    amount: 10,
    currency: "SAR",
    live_mode: false,
    reference: { gateway: "gw1", payment: "pay1" },
    transaction: { created: "1795252200000" },
  };
  const secretKey = "sk_test_topsecret";
  const vector = "b299d6da0d9bb727a943d1e39f5021fe593e6baaa93529e79a44079ac3acea82";
  const tap = makeTap({ apiUrl: "http://localhost:9", secretKey, webhookUrl: "http://localhost:9" });
  const parse = (changes: object, hashstring: string | undefined = vector) =>
    tap.parseWebhook(
      Buffer.from(JSON.stringify({ ...posted, ...changes })),
      hashstring === undefined ? {} : { hashstring },
    );

  it("is the one of Tap's documents", () => {
    expect(computeHashstring(posted, secretKey)).toBe(vector);
  });

  it("lets a message name its charge, and a refund the charge that it belongs to", () => {
    expect(parse({})).toEqual({
      eventId: "chg_TEST_1:CAPTURED",
      type: "charge.captured",
      paymentId: "chg_TEST_1",
      isPaid: false,
      verification: null,
    });
    const refund = {
      ...posted,
      id: "re_1",
      object: "refund" as const,
      charge_id: "chg_TEST_1",
      status: "REFUNDED",
    };
    expect(parse(refund, computeHashstring(refund, secretKey))).toMatchObject({
      type: "refund.refunded",
      paymentId: "chg_TEST_1",
    });
  });

  it.each([
    ["another amount", { amount: 1_000 }],
    ["another status", { status: "VOID" }],
    ["another charge", { id: "chg_TEST_2" }],
    ["the other mode", { live_mode: true }],
    ["a mode that is a string", { live_mode: "false" }],
  ])("does not fit a message with %s", (_what, changes) => {
    expect(parse(changes)).toBeNull();
  });

  it("is required", () => {
    const message = Buffer.from(JSON.stringify(posted));
    expect(tap.parseWebhook(message, {})).toBeNull();
    expect(tap.parseWebhook(message, { hashstring: vector.slice(1) })).toBeNull();
  });
});
