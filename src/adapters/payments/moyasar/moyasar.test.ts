import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { makeMoyasar } from "./moyasar.ts";

let sandbox: TestSandbox;
let moyasar: PaymentGateway;
let settings: Parameters<typeof makeMoyasar>[0];

beforeAll(async () => {
  sandbox = await startSandbox();
  settings = {
    apiUrl: sandbox.hosts.moyasar ?? "",
    cdnUrl: sandbox.hosts["moyasar-cdn"] ?? "",
    publishableKey: sandbox.credentials.MOYASAR_PUBLISHABLE_KEY ?? "",
    secretKey: sandbox.credentials.MOYASAR_SECRET_KEY ?? "",
    webhookSecret: sandbox.credentials.MOYASAR_WEBHOOK_SECRET ?? "",
  };
  moyasar = makeMoyasar(settings);
});
afterAll(() => sandbox.stop());

const aRefund = (paymentId: string, amount: number) => ({
  refundId: `rfd_${paymentId}`,
  paymentId,
  amount: halalas(amount),
  reason: "test",
});
const refund = (paymentId: string, amount: number) => moyasar.refund(aRefund(paymentId, amount));
const good = "4201320111111010";
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` });

/** Does what the gateway's form does in the browser. */
async function payInBrowser(intentId: string, number = good, source: object = {}): Promise<string> {
  const answer = await fetch(`${settings.apiUrl}/v1/payments`, {
    method: "POST",
    headers: { ...basic(settings.publishableKey), "content-type": "application/json" },
    body: JSON.stringify({
      amount: 20_000,
      currency: "SAR",
      description: "Wallet",
      callback_url: "http://localhost:4800/checkout",
      metadata: { deposit_id: intentId },
      source: {
        type: "creditcard",
        name: "Noura Test",
        number,
        month: "12",
        year: "2030",
        cvc: "123",
        ...source,
      },
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** A receiver at our webhook's address; it keeps the codes that arrive. */
async function startWebhookReceiver(gateway: PaymentGateway) {
  const codes = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const found = gateway.parseWebhook(Buffer.concat(chunks), request.headers)?.verification;
    if (found) codes.set(found.webhookId, found.code);
    response.end();
  }).listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/webhooks/moyasar`,
    waitForCode: (webhookId: string) => vi.waitUntil(() => codes.get(webhookId), { timeout: 10_000 }),
    close: () => server.close(),
  };
}

/** Does what the cardholder does on the bank's page. */
async function authenticateAtBank(paymentId: string, result = "AUTHENTICATED") {
  await fetch(`${settings.apiUrl}/v1/card_auth/${paymentId}/set_auth_result`, {
    method: "POST",
    body: new URLSearchParams({ auth_result: result }),
    redirect: "manual",
  });
}

describe("a payment by Moyasar's form", () => {
  it("is pending with the bank's page, then paid, and carries our deposit", async () => {
    const id = await payInBrowser("dep_a");
    expect(await moyasar.findPayment(id)).toMatchObject({
      id,
      state: "pending",
      intentId: "dep_a",
      actionUrl: expect.stringContaining(`/card_auth/${id}/`),
    });
    await authenticateAtBank(id);
    expect(await moyasar.findPayment(id)).toMatchObject({
      state: "paid",
      amount: 20_000,
      currency: "SAR",
      refunded: 0,
      actionUrl: null,
      failure: null,
      hasUnknownStatus: false,
    });
  });

  it.each([
    ["4201320000311101", "balance"],
    ["4201322267774310", "expired_card"],
    ["4201320131000508", "blocked_card"],
    ["4201321144311528", "blocked_card"],
    ["4201321234411220", "refused"],
    ["4201326324640570", "limit"],
    ["4201320000013020", "unexplained"],
    ["4111118250252531", "not_verified"],
  ])("by card %s fails for the reason %s, though the call was answered 201", async (number, failure) => {
    const id = await payInBrowser("dep_b", number);
    await authenticateAtBank(id);
    expect(await moyasar.findPayment(id)).toMatchObject({ state: "failed", failure });
  });

  it("that the cardholder does not authenticate fails as `not_verified`", async () => {
    const id = await payInBrowser("dep_c");
    await authenticateAtBank(id, "UNAUTHENTICATED");
    expect(await moyasar.findPayment(id)).toMatchObject({ state: "failed", failure: "not_verified" });
  });

  it("is found by the deposit it carries when its id was never reported", async () => {
    const ids = [await payInBrowser("dep_lost"), await payInBrowser("dep_lost")];
    const found = await moyasar.listPayments("dep_lost");
    expect(found.map((payment) => payment.id).sort()).toEqual(ids.sort());
  });

  it("that does not exist is null", async () => {
    expect(await moyasar.findPayment(randomUUID())).toBeNull();
  });

  it("can be refunded, in part and in full", async () => {
    const id = await payInBrowser("dep_d");
    await authenticateAtBank(id);
    expect(await refund(id, 5_000)).toMatchObject({ refunded: 5_000 });
    expect(await refund(id, 15_000)).toMatchObject({ state: "refunded", refunded: 20_000 });
  });
});

describe("a saved card", () => {
  async function saveCard(): Promise<string> {
    const id = await payInBrowser("dep_card", good, { save_card: true });
    const token = (await moyasar.findPayment(id))?.cardToken ?? "";
    expect(await moyasar.findCard(token)).toMatchObject({ isActive: false });
    await authenticateAtBank(id);
    return token;
  }
  const charge = (paymentId: string, cardToken: string) =>
    moyasar.chargeCard({
      paymentId,
      cardToken,
      amount: halalas(30_000),
      intentId: "dep_e",
      description: "Wallet",
      returnUrl: "http://localhost:4800/checkout",
      language: "ar",
      offSession: false,
    });

  it("is active only after the bank verified it, and shows its last four digits", async () => {
    expect(await moyasar.findCard(await saveCard())).toMatchObject({
      isActive: true,
      brand: "mada",
      lastFour: "1010",
      expiryMonth: 12,
      expiryYear: 2030,
    });
  });

  it("charged again under one id is charged once and returns that payment", async () => {
    const token = await saveCard();
    const paymentId = randomUUID();
    const first = await charge(paymentId, token);
    await authenticateAtBank(paymentId);
    const again = await charge(paymentId, token);
    expect([first.id, again.id, again.state]).toEqual([paymentId, paymentId, "paid"]);
    expect(await moyasar.listPayments("dep_e")).toHaveLength(1);
  });

  const control = (path: string, body: object) => sandbox.control(`moyasar/${path}`, body);
  const chargeOffSession = async (cardToken: string) =>
    moyasar.chargeCard({ ...(await aCharge(cardToken)), offSession: true });
  const aCharge = async (cardToken: string) => ({
    paymentId: randomUUID(),
    cardToken,
    amount: halalas(30_000),
    intentId: "sbp_1",
    description: "Subscription",
    returnUrl: "http://localhost:4800/checkout",
    language: "ar" as const,
  });

  it("is charged without the cardholder at once, and a decline says whether it may be tried later", async () => {
    const token = await saveCard();
    expect(await chargeOffSession(token)).toMatchObject({ state: "paid", actionUrl: null, lastFour: "1010" });
    await control("cards", { last_four: "1010", code: "51" });
    expect(await chargeOffSession(token)).toMatchObject({ state: "failed", failure: "balance" });
    await control("cards", { last_four: "1010", code: "00", challenge: "always" });
    const page = await chargeOffSession(token);
    expect(page).toMatchObject({ state: "pending", actionUrl: expect.stringContaining("/card_auth/") });
    await control("cards", { last_four: "1010", challenge: "asks" });
  });

  it("that was deleted cannot be charged; deleting it again succeeds", async () => {
    const token = await saveCard();
    await moyasar.deleteCard(token);
    await moyasar.deleteCard(token);
    expect(await moyasar.findCard(token)).toBeNull();
    await expect(charge(randomUUID(), token)).rejects.toMatchObject({ kind: "rejected" });
  });
});

describe("Moyasar's bad days", () => {
  it("a key that is not accepted is `reconnect`: an operator must act, not the merchant", async () => {
    const wrongKey = makeMoyasar({ ...settings, secretKey: "sk_test_wrong" });
    await expect(wrongKey.findPayment(randomUUID())).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("a gateway that cannot be reached is `later`: nothing was done", async () => {
    const unreachable = makeMoyasar({ ...settings, apiUrl: "http://127.0.0.1:9" });
    await expect(unreachable.refund(aRefund(randomUUID(), 100))).rejects.toMatchObject({ kind: "later" });
  });

  it("429 is `later` with its waiting time; a write that failed at the server is `outcome_unknown`", async () => {
    const fault = (kind: string) => sandbox.control("faults", { vendor: "moyasar", kind, times: 1 });
    await fault("429");
    await expect(moyasar.findPayment(randomUUID())).rejects.toMatchObject({ kind: "later" });
    await fault("500");
    await expect(refund(randomUUID(), 100)).rejects.toMatchObject({ kind: "outcome_unknown" });
  });
});

describe("what banks do by themselves", () => {
  const paid = async (intentId: string) => {
    const id = await payInBrowser(intentId);
    await authenticateAtBank(id);
    return id;
  };

  it("a chargeback is read from the settlements, once in each, with its payment and amount", async () => {
    const id = await paid("dep_back");
    const since = new Date(Date.now() - 86_400_000);
    await sandbox.control("moyasar/chargeback", { payment_id: id, amount: 7_000 });
    await sandbox.control("moyasar/chargeback", { payment_id: id });
    const found = (await moyasar.listChargebacks(since)).filter(({ paymentId }) => paymentId === id);
    expect(found.map(({ amount }) => amount).sort()).toEqual([13_000, 7_000]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(await moyasar.listChargebacks(new Date(Date.now() + 2 * 86_400_000))).toEqual([]);
  });

  it("a refused refund is `rejected`, and nothing went back", async () => {
    const id = await paid("dep_refused");
    await sandbox.control("moyasar/refunds", { payment_id: id, reason: "refused" });
    await expect(refund(id, 100)).rejects.toMatchObject({ kind: "rejected" });
    expect(await moyasar.findPayment(id)).toMatchObject({ refunded: 0 });
  });

  it("what went back is listed settlement by settlement, chargebacks under the same name", async () => {
    const from = new Date();
    const id = await paid("dep_returns");
    await refund(id, 2_000);
    await sandbox.control("moyasar/settle", {});
    await sandbox.control("moyasar/chargeback", { payment_id: id, amount: 7_000 });
    const to = new Date(Date.now() + 1);
    const pages = await listReturns({ from, to });
    expect(pages.flat()).toMatchObject([
      { kind: "chargeback", paymentId: id, amount: 7_000 },
      { kind: "refund", paymentId: id, amount: 2_000 },
    ]);
    const [chargeback] = (await moyasar.listChargebacks(from)).filter(({ paymentId }) => paymentId === id);
    expect(pages.flat()[0]).toMatchObject({ id: chargeback?.id, at: chargeback?.settledAt });
    expect(pages.filter(({ length }) => length > 0)).toHaveLength(2);
    expect(await listReturns({ from: to, to: new Date(to.getTime() + 86_400_000) })).toEqual([[]]);
  });

  async function listReturns(period: { from: Date; to: Date }) {
    const pages = [];
    for (let cursor: string | null = null, isMore = true; isMore; isMore = cursor !== null) {
      const page = await moyasar.listReturns({ ...period, cursor });
      pages.push(page.returns);
      cursor = page.next;
    }
    return pages;
  }
});

describe("ways to pay", () => {
  it("are offered as the operator has them, with Apple's validation only for Apple Pay", () => {
    expect(moyasar.getFormSettings()).toMatchObject({ methods: ["card"], applePayValidationUrl: null });
    const more = makeMoyasar({ ...settings, methods: ["card", "apple_pay"] }).getFormSettings();
    expect(more).toMatchObject({ applePayValidationUrl: `${settings.apiUrl}/v1/applepay/initiate` });
  });

  it("show how a payment was made", async () => {
    const apple = await payInBrowser("dep_apple", good, {
      type: "applepay",
      token: "{}",
      name: undefined,
      number: undefined,
      month: undefined,
      year: undefined,
      cvc: undefined,
    });
    expect(await moyasar.findPayment(apple)).toMatchObject({
      state: "paid",
      method: "apple_pay",
      lastFour: "1010",
    });
  });
});

describe("a webhook event", () => {
  const parseEvent = (changes: object) =>
    moyasar.parseWebhook(
      Buffer.from(
        JSON.stringify({
          id: "evt_1",
          type: "payment_paid",
          live: false,
          secret_token: settings.webhookSecret,
          data: { id: "5b2d0c1e-4f0a-4c57-9f7e-0a8f5d1c2b3a", status: "paid", amount: 1 },
          ...changes,
        }),
      ),
      {},
    );

  it("with the secret and in our mode names the payment to read again, and no amounts", () => {
    expect(parseEvent({})).toEqual({
      eventId: "evt_1",
      type: "payment_paid",
      paymentId: "5b2d0c1e-4f0a-4c57-9f7e-0a8f5d1c2b3a",
      isPaid: true,
      verification: null,
    });
    expect(parseEvent({ type: "payment_refunded" })).toMatchObject({ isPaid: false });
    expect(parseEvent({ type: "payout_paid" })).toMatchObject({ paymentId: null });
  });

  it.each([
    ["a secret of the same length", { secret_token: "x".repeat(24) }],
    ["a longer secret", { secret_token: "moyasar-webhook-secret-and-more" }],
    ["no secret", { secret_token: undefined }],
    ["a secret that is a number", { secret_token: 1 }],
    ["the other mode", { live: true }],
    ["a mode that is a string", { live: "false" }],
    ["no event id", { id: null }],
  ])("with %s is not Moyasar's", (_name, changes) => {
    expect(parseEvent(changes)).toBeNull();
  });

  it("that is not JSON, or is JSON of another shape, is not Moyasar's", () => {
    for (const text of ["", "{", "null", "[]", '"paid"'])
      expect(moyasar.parseWebhook(Buffer.from(text), {})).toBeNull();
  });

  it("that verifies the webhook gives its code, though it does not name its mode", () => {
    const verification = {
      type: "webhook_verification",
      live: undefined,
      data: { webhook_id: "c4bc247d-5288-4673-9b40-39c082ac7fbb", verification_code: "482913" },
    };
    expect(parseEvent(verification)).toEqual({
      eventId: "evt_1",
      type: "webhook_verification",
      paymentId: null,
      isPaid: false,
      verification: { webhookId: "c4bc247d-5288-4673-9b40-39c082ac7fbb", code: "482913" },
    });
    expect(parseEvent({ ...verification, live: true })).toBeNull();
    expect(parseEvent({ ...verification, secret_token: "x" })).toBeNull();
    expect(
      parseEvent({ ...verification, data: { webhook_id: "../payments", verification_code: "1" } }),
    ).toBeNull();
  });
});

describe("the webhook", () => {
  const keepCode = { resendCode: false };
  const listWebhooks = async () => {
    const answer = await fetch(`${settings.apiUrl}/v1/webhooks`, { headers: basic(settings.secretKey) });
    return ((await answer.json()) as { webhooks: { id: string; url: string }[] }).webhooks;
  };

  it("is created once for an address, and is unverified until its code is sent back", async () => {
    const { url, waitForCode, close } = await startWebhookReceiver(moyasar);
    const created = await moyasar.ensureWebhook(url, keepCode);
    expect(created.isVerified).toBe(false);
    expect(await moyasar.ensureWebhook(url, keepCode)).toEqual(created);
    expect((await listWebhooks()).filter((webhook) => webhook.url === url)).toHaveLength(1);

    await expect(moyasar.verifyWebhook(created.webhookId, "000000")).rejects.toMatchObject({
      kind: "rejected",
    });
    await moyasar.verifyWebhook(created.webhookId, await waitForCode(created.webhookId));
    expect(await moyasar.ensureWebhook(url, keepCode)).toEqual({ ...created, isVerified: true });
    expect(await moyasar.ensureWebhook(url, { resendCode: true })).toEqual({ ...created, isVerified: true });
    close();
  });

  it("whose code was lost is sent another one on request", async () => {
    const { url, waitForCode, close } = await startWebhookReceiver(moyasar);
    const lost = await moyasar.ensureWebhook(url, keepCode);
    await waitForCode(lost.webhookId);
    const again = await moyasar.ensureWebhook(url, { resendCode: true });
    await moyasar.verifyWebhook(again.webhookId, await waitForCode(again.webhookId));
    expect(await moyasar.ensureWebhook(url, keepCode)).toEqual({ ...again, isVerified: true });
    expect((await listWebhooks()).filter((webhook) => webhook.url === url)).toHaveLength(1);
    close();
  });
});

describe("the form", () => {
  it("is served at the URLs that the browser gets, script and style", async () => {
    const form = moyasar.getFormSettings();
    if (form.kind !== "form") throw new Error("Moyasar's form stands in our page");
    const { scriptUrl, styleUrl } = form;
    expect((await fetch(scriptUrl)).headers.get("content-type")).toContain("javascript");
    expect((await fetch(styleUrl)).headers.get("content-type")).toContain("css");
  });
});
