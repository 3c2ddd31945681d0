import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type {
  CardCharge,
  GatewayPayment,
  PaymentGateway,
} from "#modules/payments/server/payment-gateway.port.ts";

export type BegunPayment = {
  intentId: string;
  amount: Halalas;
  saveCard?: boolean;
  /** A card whose bank pays, or one that it calls expired. */
  card?: "good" | "expired";
};

/** A gateway against its simulator, and what its cardholders do in their browsers. */
export type GatewayUnderTest = {
  gateway: PaymentGateway;
  /** The same gateway, whose API is called at another address. */
  at(apiUrl: string): PaymentGateway;
  apiUrl: string;
  /** Pays with a card up to the bank's page; returns the payment's id. */
  begin(payment: BegunPayment): Promise<string>;
  answerBank(paymentId: string, answer: "approve" | "refuse"): Promise<void>;
};
export type OpenGateway = (sandbox: TestSandbox, webhookUrl: string) => GatewayUnderTest;

const amount = halalas(20_050);

/** What the product relies on, whichever gateway it is: each adapter passes this against its simulator. */
export function describeGateway(name: string, open: OpenGateway): void {
  let sandbox: TestSandbox;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let tested: GatewayUnderTest;
  let gateway: PaymentGateway;

  beforeAll(async () => {
    sandbox = await startSandbox();
    receiver = await startReceiver();
    tested = open(sandbox, receiver.url);
    gateway = tested.gateway;
  });
  afterAll(async () => {
    receiver?.close();
    await sandbox?.stop();
  });

  async function pay(changes: Partial<BegunPayment> = {}): Promise<GatewayPayment> {
    const id = await tested.begin({ intentId: `dep_${randomUUID()}`, amount, ...changes });
    await tested.answerBank(id, "approve");
    return load(id);
  }
  async function load(id: string): Promise<GatewayPayment> {
    const payment = await gateway.findPayment(id);
    if (!payment) throw new Error(`${name} does not know the payment ${id}`);
    return payment;
  }
  async function listMade(period: { from: Date; to: Date }): Promise<GatewayPayment[]> {
    const found: GatewayPayment[] = [];
    for (let cursor: string | null = null, isMore = true; isMore; isMore = cursor !== null) {
      const page = await gateway.listPaymentsMade({ ...period, cursor });
      found.push(...page.payments);
      cursor = page.next;
    }
    return found;
  }
  async function saveCard(): Promise<string> {
    const { cardToken } = await pay({ saveCard: true });
    if (!cardToken) throw new Error(`${name} saved no card`);
    return cardToken;
  }
  const charge = (cardToken: string, changes: Partial<CardCharge> = {}) =>
    gateway.chargeCard({
      paymentId: randomUUID(),
      cardToken,
      amount,
      intentId: "dep_card",
      description: "Wallet",
      returnUrl: "http://localhost:4800/checkout",
      language: "ar",
      offSession: false,
      ...changes,
    });
  const refund = (paymentId: string, part: number, refundId = `rfd_${randomUUID()}`) =>
    gateway.refund({ refundId, paymentId, amount: halalas(part), reason: "test" });

  describe(`${name}: a payment`, () => {
    it("waits with the bank's page, then is paid to the halala, and carries its intent", async () => {
      const id = await tested.begin({ intentId: "dep_paid", amount });
      expect(await load(id)).toMatchObject({
        id,
        state: "pending",
        intentId: "dep_paid",
        actionUrl: expect.stringMatching(/^http/),
        refunded: 0,
      });
      await tested.answerBank(id, "approve");
      expect(await load(id)).toMatchObject({
        state: "paid",
        amount,
        refunded: 0,
        currency: "SAR",
        actionUrl: null,
        failure: null,
        method: "card",
        brand: "mada",
        lastFour: expect.stringMatching(/^\d{4}$/),
        hasUnknownStatus: false,
      });
    });

    it("by an expired card, or that the cardholder does not verify, fails for that reason", async () => {
      expect(await pay({ card: "expired" })).toMatchObject({ state: "failed", failure: "expired_card" });
      const id = await tested.begin({ intentId: "dep_refused", amount });
      await tested.answerBank(id, "refuse");
      expect(await load(id)).toMatchObject({ state: "failed", failure: "not_verified", cardToken: null });
    });

    it("is found by its intent when its id was never reported", async () => {
      const begin = () => tested.begin({ intentId: "dep_lost", amount });
      const ids = [await begin(), await begin()].sort();
      expect((await gateway.listPayments("dep_lost")).map(({ id }) => id).sort()).toEqual(ids);
      expect(await gateway.listPayments("dep_none")).toEqual([]);
    });

    it("is listed once by the time it was made, over all pages, with what went back of it", async () => {
      const from = new Date();
      const ids: string[] = [];
      for (let count = 0; count < 52; count += 1)
        ids.push(await tested.begin({ intentId: "dep_many", amount }));
      const paid = await pay();
      await refund(paid.id, 50);
      const to = new Date(Date.now() + 1);
      const listed = await listMade({ from, to });
      expect(listed.map(({ id }) => id).sort()).toEqual([...ids, paid.id].sort());
      expect(listed.find(({ id }) => id === paid.id)).toMatchObject({ amount, refunded: 50 });
      for (const { createdAt, changedAt } of listed) {
        expect(createdAt.getTime()).toBeGreaterThanOrEqual(from.getTime());
        expect(changedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
      }
      expect(await listMade({ from: to, to: new Date(to.getTime() + 60_000) })).toEqual([]);
      expect(await listMade({ from: new Date(from.getTime() - 60_000), to: from })).not.toContainEqual(
        expect.objectContaining({ id: paid.id }),
      );
    });

    it("that nobody made is null", async () => {
      expect(await gateway.findPayment(randomUUID())).toBeNull();
    });

    it("in a status that nobody knows is pending and marked, never paid", async () => {
      const { id } = await pay();
      const proxy = await startProxy(tested.apiUrl, (body) => ({ ...body, status: "BRAND_NEW" }));
      expect(await tested.at(proxy.url).findPayment(id)).toMatchObject({
        state: "pending",
        hasUnknownStatus: true,
      });
      proxy.close();
    });
  });

  describe(`${name}: a saved card`, () => {
    it("shows its last four digits, and is gone once it is deleted, twice if need be", async () => {
      const token = await saveCard();
      expect(await gateway.findCard(token)).toMatchObject({
        token,
        isActive: true,
        brand: "mada",
        lastFour: expect.stringMatching(/^\d{4}$/),
        expiryYear: expect.any(Number),
      });
      await gateway.deleteCard(token);
      await gateway.deleteCard(token);
      expect(await gateway.findCard(token)).toBeNull();
      await expect(charge(token)).rejects.toMatchObject({ kind: "rejected" });
    });

    it("pays with its cardholder at the bank's page, once for one id", async () => {
      const token = await saveCard();
      const paymentId = randomUUID();
      const intentId = `dep_${paymentId}`;
      const first = await charge(token, { paymentId, intentId });
      expect(first).toMatchObject({ state: "pending", actionUrl: expect.stringMatching(/^http/) });
      await tested.answerBank(first.id, "approve");
      const again = await charge(token, { paymentId, intentId });
      expect(again.id).toBe(first.id);
      expect(await gateway.findPayment(paymentId)).toMatchObject({ id: first.id, state: "paid", intentId });
      expect(await gateway.listPayments(intentId)).toHaveLength(1);
    });

    it("pays without its cardholder at once", async () => {
      const payment = await charge(await saveCard(), { offSession: true });
      expect(payment).toMatchObject({ state: "paid", amount, actionUrl: null });
    });
  });

  describe(`${name}: a refund`, () => {
    it("takes a part, then the rest; more than is left is refused and takes nothing", async () => {
      const { id } = await pay();
      expect(await refund(id, 5_025)).toMatchObject({ state: expect.any(String), refunded: 5_025 });
      await expect(refund(id, 15_026)).rejects.toMatchObject({ kind: "rejected" });
      expect(await load(id)).toMatchObject({ refunded: 5_025 });
      expect(await refund(id, 15_025)).toMatchObject({ state: "refunded", refunded: amount });
    });

    it("of a payment that was never paid is refused", async () => {
      const id = await tested.begin({ intentId: "dep_unpaid", amount });
      await expect(refund(id, 100)).rejects.toMatchObject({ kind: "rejected" });
    });
  });

  describe(`${name}: a webhook`, () => {
    it("names the paid payment; changed by anybody it is not the gateway's", async () => {
      await subscribe(gateway, receiver);
      const { id } = await pay();
      const { body, headers } = await vi.waitUntil(
        () =>
          receiver.messages.find(
            (message) => gateway.parseWebhook(message.body, message.headers)?.paymentId === id,
          ),
        { timeout: 10_000 },
      );
      const changed = Buffer.from(
        body.toString("utf8").replaceAll(/"(status|secret_token)":"[^"]*"/g, '"$1":"x"'),
      );
      expect(gateway.parseWebhook(changed, headers)).toBeNull();
      for (const text of ["", "{", "null", "[]", '"paid"'])
        expect(gateway.parseWebhook(Buffer.from(text), headers)).toBeNull();
    });
  });

  describe(`${name}: bad days`, () => {
    const fault = (kind: string) => sandbox.control("faults", { vendor: gateway.gateway, kind, times: 1 });

    it("unreachable or busy is `later`; a write that failed at the gateway is `outcome_unknown`", async () => {
      const token = await saveCard();
      await expect(tested.at("http://127.0.0.1:9").findPayment(randomUUID())).rejects.toMatchObject({
        kind: "later",
      });
      await fault("429");
      await expect(gateway.findPayment(randomUUID())).rejects.toMatchObject({ kind: "later" });
      await fault("500");
      await expect(charge(token)).rejects.toMatchObject({ kind: "outcome_unknown" });
    });
  });
}

type Message = { body: Buffer; headers: IncomingHttpHeaders };

/** Whatever a gateway needs before it sends: some require a code to be returned first. */
async function subscribe(gateway: PaymentGateway, receiver: { url: string; messages: Message[] }) {
  const { webhookId, isVerified } = await gateway.ensureWebhook(receiver.url, { resendCode: false });
  if (isVerified) return;
  const { code } = await vi.waitUntil(
    () =>
      receiver.messages
        .map(({ body, headers }) => gateway.parseWebhook(body, headers)?.verification)
        .find((verification) => verification?.webhookId === webhookId),
    { timeout: 10_000 },
  );
  await gateway.verifyWebhook(webhookId, code);
}

/** A receiver at the address of our webhook. */
async function startReceiver() {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    messages.push({ body: Buffer.concat(chunks), headers: request.headers });
    response.end();
  }).listen(0, "localhost");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/webhooks`;
  return { url, messages, close: () => server.close() };
}

/** Passes reads on, and changes the object that is answered. */
async function startProxy(apiUrl: string, change: (body: Record<string, unknown>) => object) {
  const server = createServer(async (request, response) => {
    const { authorization = "", "user-agent": agent = "" } = request.headers;
    const answer = await fetch(`${apiUrl}${request.url}`, {
      headers: { authorization, "user-agent": agent },
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(change((await answer.json()) as Record<string, unknown>)));
  }).listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
