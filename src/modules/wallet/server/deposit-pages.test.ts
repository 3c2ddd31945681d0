import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { GatewayPayment, PagePayment } from "#modules/payments/server/payment-gateway.port.ts";
import { type FakeGateway, makeFakeGateway, webhookSecret } from "#modules/payments/testing/fake-gateway.ts";
import { listEntries } from "../testing/builders.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { loadBalance } from "./ledger.ts";

/** Deposits on a gateway's own page: it begins the payment, and gives it an id of its own. */

let db: TestDb;
let harness: WalletHarness;
let gateway: FakeGateway;
let opened: PagePayment[];

/** Keeps the id that was given with the request beside its own, and finds a payment by either. */
function withPages(fake: FakeGateway): FakeGateway {
  const { findPayment } = fake;
  const findByRequest = (id: string) => [...fake.payments.values()].find(({ requestId }) => requestId === id);
  return Object.assign(fake, {
    getFormSettings: () => ({ kind: "redirect" as const }),
    async findPayment(id: string): Promise<GatewayPayment | null> {
      return (await findPayment(id)) ?? findByRequest(id) ?? null;
    },
    async openPage(payment: PagePayment): Promise<GatewayPayment> {
      if (fake.isDown) throw new AdapterFault("later", { reason: "the gateway is down" });
      opened.push(payment);
      const { paymentId: requestId, intentId, amount } = payment;
      const id = `chg_${randomUUID()}`;
      const made = fake.pay(intentId, amount, {
        id,
        requestId,
        state: "pending",
        actionUrl: `http://page/${id}`,
      });
      if (fake.losesResponses) throw new AdapterFault("outcome_unknown", { reason: "no answer came" });
      return made;
    },
  });
}

beforeAll(async () => {
  db = await testDb();
  gateway = withPages(makeFakeGateway());
  harness = await openWalletHarness(db, gateway);
});
beforeEach(async () => {
  await db.reset();
  await db.driver.script("delete from pgboss.job");
  gateway.payments.clear();
  Object.assign(gateway, { isDown: false, losesResponses: false });
  opened = [];
});
afterAll(async () => {
  await harness.stop();
  await db.close();
});

async function begin(): Promise<string> {
  const body = { amount_halalas: 20_000 };
  const { data } = await harness.server.call("POST Clients/Wallet/deposit", {
    as: "mer_1",
    body,
    key: randomUUID(),
  });
  const { form } = data as { form: { kind: string; intent_id: string } };
  expect(form.kind).toBe("redirect");
  return form.intent_id;
}
const open = async (id: string, as = "mer_1") => {
  const { status, data } = await harness.server.call(`POST Clients/Wallet/payments/${id}/page`, { as });
  return { status, url: (data as { url: string } | null)?.url };
};
const onlyPayment = () => {
  const [payment] = [...gateway.payments.values()];
  if (!payment || gateway.payments.size > 1) throw new Error(`${gateway.payments.size} payments`);
  return payment;
};
const pay = (id = onlyPayment().id) => gateway.change(id, { state: "paid", actionUrl: null });
const credits = async () => (await listEntries(db, "mer_1")).filter(({ kind }) => kind === "deposit").length;
const balance = async () => (await loadBalance(testContext(db, "mer_1"))).balance_halalas;
const listAttempts = () =>
  db.many<{ id: string; state: string }>(
    sql`select id, state from payments.attempts order by created_at, id`,
  );

describe("a deposit on the gateway's own page", () => {
  it("begins no payment until the merchant goes there, and one however often they do", async () => {
    const id = await begin();
    expect(gateway.payments.size).toBe(0);
    const [first, second] = [await open(id), await open(id)];
    expect(first).toEqual({ status: 200, url: onlyPayment().actionUrl });
    expect(second).toEqual(first);
    expect(opened).toMatchObject([{ intentId: id, amount: 20_000, customer: { mobile: "+966501234567" } }]);
  });

  it("is one payment when the answer was lost and the page is opened again", async () => {
    const id = await begin();
    gateway.losesResponses = true;
    expect((await open(id)).status).toBe(503);
    gateway.losesResponses = false;
    expect(await open(id)).toEqual({ status: 200, url: onlyPayment().actionUrl });
    pay();
    await harness.sweep();
    expect([await balance(), await credits()]).toEqual([20_000, 1]);
    expect(await listAttempts()).toEqual([{ id: onlyPayment().id, state: "paid" }]);
  });

  it("whose answer was lost is credited once by the webhook, and once by the sweep, in either order", async () => {
    for (const first of ["webhook", "sweep"]) {
      gateway.payments.clear();
      const before = await credits();
      const id = await begin();
      gateway.losesResponses = true;
      await open(id);
      gateway.losesResponses = false;
      pay();
      const sendWebhook = async () => {
        await harness.sendWebhook({ id: randomUUID(), payment_id: onlyPayment().id, secret: webhookSecret });
        await harness.settle();
      };
      const steps = [sendWebhook, () => harness.sweep()];
      for (const step of first === "webhook" ? steps : steps.reverse()) await step();
      expect(await credits()).toBe(before + 1);
    }
    expect((await listAttempts()).map(({ state }) => state)).toEqual(["paid", "paid"]);
  });

  it("that was declined is paid on a new page", async () => {
    const id = await begin();
    await open(id);
    gateway.change(onlyPayment().id, { state: "failed", failure: "balance", actionUrl: null });
    expect((await open(id)).status).toBe(200);
    expect(gateway.payments.size).toBe(2);
    const [, again] = [...gateway.payments.keys()];
    pay(again);
    await harness.sweep();
    expect([await balance(), await credits()]).toEqual([20_000, 1]);
  });

  it("is refused once it is paid, while the gateway is down, and to another merchant", async () => {
    const id = await begin();
    expect((await open(id, "mer_2")).status).toBe(404);
    gateway.isDown = true;
    expect((await open(id)).status).toBe(503);
    gateway.isDown = false;
    await open(id);
    pay();
    await harness.sweep();
    expect((await open(id)).status).toBe(409);
    expect(gateway.payments.size).toBe(1);
  });
});
