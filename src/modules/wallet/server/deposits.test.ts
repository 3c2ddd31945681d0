import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type FakeGateway, makeFakeGateway, webhookSecret } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { listEntries } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { loadBalance } from "./ledger.ts";

let db: TestDb;
let harness: WalletHarness;
let fakeGateway: FakeGateway;

beforeAll(async () => {
  db = await testDb();
  fakeGateway = makeFakeGateway();
  harness = await openWalletHarness(db, fakeGateway);
});
beforeEach(async () => {
  await db.reset();
  await db.driver.script("delete from pgboss.job");
  fakeGateway.payments.clear();
  Object.assign(fakeGateway, { isDown: false, losesResponses: false, charges: [], deletedTokens: [] });
});
afterAll(async () => {
  await harness.stop();
  await db.close();
});

type DepositAnswer = { id: string; status: string; failure: string | null; failure_text: string | null };
const amount = 20_000;
let keys = 0;
const newKey = () => `key-${String(++keys).padStart(8, "0")}`;

async function begin(as = "mer_1", body: object = {}): Promise<string> {
  const { data, envelope } = await harness.server.call("POST Clients/Wallet/deposit", {
    as,
    body: { amount_halalas: amount, ...body },
    key: newKey(),
  });
  expect(envelope.messages).toEqual([]);
  return (data as { deposit: DepositAnswer }).deposit.id;
}
const attach = (depositId: string, paymentId: string, as = "mer_1") =>
  harness.server.call(`POST Clients/Wallet/deposit/${depositId}/started`, {
    as,
    body: { payment_id: paymentId },
  });
async function fetchDeposit(depositId: string, as = "mer_1"): Promise<DepositAnswer> {
  return (await harness.server.call(`GET Clients/Wallet/deposit/${depositId}`, { as })).data;
}
/** The cardholder returns: the check, and the deposit once its events are delivered, as the live page shows it. */
async function returnFromBank(depositId: string): Promise<DepositAnswer> {
  await check(depositId);
  await harness.deliver();
  return fetchDeposit(depositId);
}
async function check(depositId: string): Promise<DepositAnswer> {
  return (await harness.server.call(`POST Clients/Wallet/deposit/${depositId}/check`, { as: "mer_1" })).data;
}
const sendEvent = (paymentId: string, id = randomUUID()) =>
  harness.sendWebhook({ id, payment_id: paymentId, secret: webhookSecret });
const balance = async (merchantId = "mer_1") =>
  (await loadBalance(testContext(db, merchantId))).balance_halalas;
const credits = async () =>
  (await listEntries(db, "mer_1")).filter((entry) => entry.kind === "deposit").length;

describe("a deposit", () => {
  it("stays open until the gateway reports it paid", async () => {
    const id = await begin();
    expect((await fetchDeposit(id)).status).toBe("waiting");
    const payment = fakeGateway.pay(id, amount, { state: "pending" });
    await attach(id, payment.id);
    expect((await returnFromBank(id)).status).toBe("pending");
    expect(await balance()).toBe(0);
  });

  it("that is paid is credited when the webhook comes before the return", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await sendEvent(payment.id);
    await harness.settle();
    expect([await balance(), (await returnFromBank(id)).status, await credits()]).toEqual([
      amount,
      "paid",
      1,
    ]);
  });

  it("is credited when the return comes before the webhook", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await attach(id, payment.id);
    expect((await returnFromBank(id)).status).toBe("paid");
    await sendEvent(payment.id);
    await harness.settle();
    expect([await balance(), await credits()]).toEqual([amount, 1]);
  });

  it("is credited without webhook or return, though the browser never reported its payment", async () => {
    const id = await begin();
    fakeGateway.pay(id, amount);
    await harness.sweep();
    expect([await balance(), (await fetchDeposit(id)).status]).toEqual([amount, "paid"]);
  });

  it("is credited once for a hundred copies of one webhook event, and for a hundred different ones", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    const event = randomUUID();
    const copies = await Promise.all(Array.from({ length: 100 }, () => sendEvent(payment.id, event)));
    expect(new Set(copies)).toEqual(new Set([200]));
    await harness.settle();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => sendEvent(payment.id)));
      await harness.settle();
    }
    await Promise.all([returnFromBank(id), returnFromBank(id), returnFromBank(id), harness.sweep()]);
    expect([await balance(), await credits()]).toEqual([amount, 1]);
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });

  it("is credited after the gateway was down at the webhook and at the return", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    fakeGateway.isDown = true;
    await sendEvent(payment.id);
    expect((await returnFromBank(id)).status).toBe("waiting");
    await harness.sweep();
    expect(await balance()).toBe(0);
    fakeGateway.isDown = false;
    await harness.sweep();
    expect(await balance()).toBe(amount);
  });

  it("that was declined can be paid by a second card in the same form", async () => {
    const id = await begin();
    const declined = fakeGateway.pay(id, amount, { state: "failed", failure: "balance" });
    await attach(id, declined.id);
    expect(await returnFromBank(id)).toMatchObject({ status: "failed", failure: "balance" });
    expect((await fetchDeposit(id)).failure_text).toContain("does not have enough balance");
    const second = fakeGateway.pay(id, amount);
    await attach(id, second.id);
    expect((await returnFromBank(id)).status).toBe("paid");
    expect(await balance()).toBe(amount);
  });

  it("paid twice by mistake is credited twice: it is the merchant's money", async () => {
    const id = await begin();
    fakeGateway.pay(id, amount);
    fakeGateway.pay(id, amount);
    await returnFromBank(id);
    expect([await balance(), await credits()]).toEqual([2 * amount, 2]);
  });

  it("expires after a day without money, and money that comes later is still credited", async () => {
    const id = await begin();
    await db.run(sql`update payments.intents set opened_at = now() - interval '25 hours'`);
    await harness.sweep();
    expect((await fetchDeposit(id)).status).toBe("expired");
    await sendEvent(fakeGateway.pay(id, amount).id);
    await harness.settle();
    expect([await balance(), (await fetchDeposit(id)).status]).toEqual([amount, "paid"]);
  });
});

describe("a forged or wrong webhook event", () => {
  it("without the secret credits nothing and is answered 401", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    expect(await harness.sendWebhook({ id: "e1", payment_id: payment.id, secret: "guess" })).toBe(401);
    await harness.settle();
    expect(await balance()).toBe(0);
  });

  it("of a payment that is not paid, or does not exist, credits nothing", async () => {
    const id = await begin();
    const pending = fakeGateway.pay(id, amount, { state: "pending" });
    for (const paymentId of [pending.id, randomUUID()]) expect(await sendEvent(paymentId)).toBe(200);
    await harness.settle();
    expect(await balance()).toBe(0);
  });

  it("about a payment of a smaller or larger amount, or in another currency, credits nothing", async () => {
    const id = await begin();
    const mismatched = [
      fakeGateway.pay(id, 100),
      fakeGateway.pay(id, amount + 1),
      fakeGateway.pay(id, amount, { currency: "KWD" }),
      fakeGateway.pay(id, amount, { currency: "USD" }),
    ];
    for (const payment of mismatched) await sendEvent(payment.id);
    await harness.settle();
    expect(await balance()).toBe(0);
    const states = await db.many<{ state: string }>(sql`select state from payments.attempts`);
    expect(new Set(states.map((row) => row.state))).toEqual(new Set(["disputed"]));
    expect((await fetchDeposit(id)).status).toBe("waiting");
  });

  it("about a payment without a deposit, or with one nobody began, credits nothing", async () => {
    await begin();
    await sendEvent(fakeGateway.pay(null, amount).id);
    await sendEvent(fakeGateway.pay("dep_unknown", amount).id);
    await harness.settle();
    expect(await db.many(sql`select 1 from wallet.entries`)).toEqual([]);
  });

  it("with an unknown status is pending, never paid", async () => {
    const id = await begin();
    await sendEvent(fakeGateway.pay(id, amount, { state: "pending", hasUnknownStatus: true }).id);
    await harness.settle();
    expect([await balance(), (await fetchDeposit(id)).status]).toEqual([0, "pending"]);
  });
});

describe("another merchant", () => {
  it("cannot attach a payment: it goes to the deposit that the payment itself names", async () => {
    const own = await begin("mer_1");
    const foreign = await begin("mer_2");
    const payment = fakeGateway.pay(own, amount);
    expect((await attach(foreign, payment.id, "mer_2")).status).toBe(200);
    await harness.sweep();
    expect([await balance("mer_1"), await balance("mer_2")]).toEqual([amount, 0]);
    const late = await attach(foreign, payment.id, "mer_2");
    expect([late.status, late.envelope]).toMatchObject([409, { code: "wallet.payment_of_another_deposit" }]);
  });

  it("takes a payment's id in any gateway's form, and refuses what is none", async () => {
    const id = await begin();
    expect((await attach(id, "chg_TS05A2720231337k8CR1905461")).status).toBe(200);
    for (const invented of ["", "../../v1/refunds", "a".repeat(65)])
      expect((await attach(id, invented)).status).toBe(400);
  });

  it("cannot make us call the gateway for endless invented payments, nor delay a real decline with them", async () => {
    const id = await begin();
    for (let count = 0; count < 10; count += 1) await attach(id, randomUUID());
    expect((await attach(id, randomUUID())).status).toBe(429);
    await db.run(sql`update payments.attempts set created_at = now() - interval '11 minutes'`);
    fakeGateway.pay(id, amount, { state: "failed", failure: "refused" });
    await harness.sweep();
    expect(await fetchDeposit(id)).toMatchObject({ status: "failed", failure: "refused" });
  });

  it("finds no deposit, card or statement line of mine", async () => {
    const id = await begin("mer_1", { save_card: true });
    fakeGateway.pay(id, amount, { cardToken: "token_1" });
    await returnFromBank(id);
    const { data } = await harness.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    const cardId = (data as { items: { id: string }[] }).items[0]?.id;
    const calls = [
      harness.server.call(`GET Clients/Wallet/deposit/${id}`, { as: "mer_2" }),
      harness.server.call(`POST Clients/Wallet/deposit/${id}/check`, { as: "mer_2" }),
      attach(id, randomUUID(), "mer_2"),
      harness.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_2" }),
      harness.server.call(`PUT Clients/Wallet/cards/${cardId}`, {
        as: "mer_2",
        body: { name: "x", theme: "red" },
      }),
      harness.server.call("POST Clients/Wallet/deposit", {
        as: "mer_2",
        body: { amount_halalas: amount, card_id: cardId },
        key: newKey(),
      }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    for (const list of ["transactions", "deposits", "reserves"]) {
      const answer = await harness.server.call(`GET Clients/Wallet/${list}`, { as: "mer_2" });
      expect((answer.data as { total: number }).total).toBe(0);
    }
  });

  it("without a session gets 401 from every call", async () => {
    for (const call of ["index", "transactions", "reserves", "deposits", "cards", "audit"]) {
      expect((await harness.server.call(`GET Clients/Wallet/${call}`)).status).toBe(401);
    }
  });
});

describe("money that is refunded", () => {
  it("in part leaves the wallet by that part, once", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await returnFromBank(id);
    fakeGateway.change(payment.id, { refunded: halalas(5_000) });
    for (let times = 0; times < 3; times += 1) {
      await sendEvent(payment.id);
      await harness.settle();
    }
    expect([await balance(), (await fetchDeposit(id)).status]).toEqual([15_000, "paid"]);
  });

  it("in full before its payment was ever recorded leaves no trace in the wallet", async () => {
    const id = await begin();
    await sendEvent(fakeGateway.pay(id, amount, { state: "refunded", refunded: halalas(amount) }).id);
    await harness.settle();
    expect([await balance(), (await fetchDeposit(id)).status, await credits()]).toEqual([0, "refunded", 0]);
  });

  it("after it was spent is owed to the platform: the wallet stays above zero", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await returnFromBank(id);
    await harness.deps.db.transaction((tx) =>
      tx.run(
        sql`select wallet.transfer('mer_1', 'x', 'mer_1:available', 'rawaj:ad_spend:00', 18000, 'ad_spend', 'c', '2026-11-21', now())`,
      ),
    );
    fakeGateway.change(payment.id, { state: "refunded", refunded: halalas(amount) });
    await sendEvent(payment.id);
    await harness.settle();
    expect([await balance(), isConsistent(await verifyLedger(db))]).toEqual([0, true]);
  });

  it("is not undone by an older response that arrives late", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await returnFromBank(id);
    fakeGateway.change(payment.id, { state: "pending" });
    await sendEvent(payment.id);
    await harness.settle();
    expect([await balance(), (await fetchDeposit(id)).status]).toEqual([amount, "paid"]);
  });
});

describe("beginning a deposit", () => {
  it("gives the form what it needs, and nothing secret", async () => {
    const { data } = await harness.server.call("POST Clients/Wallet/deposit", {
      as: "mer_1",
      body: { amount_halalas: amount, save_card: true },
      key: newKey(),
      language: "ar",
    });
    const { deposit, form } = data as { deposit: DepositAnswer; form: Record<string, unknown> };
    expect(form).toMatchObject({
      publishable_key: "pk_test",
      amount_halalas: amount,
      currency: "SAR",
      callback_url: `http://localhost:4800/checkout?deposit=${deposit.id}`,
      metadata: { deposit_id: deposit.id },
      language: "ar",
      save_card: true,
      description: "شحن محفظة رواج",
    });
  });

  it("sent twenty times with one key is one deposit; with another body under the key it is refused", async () => {
    const key = newKey();
    const send = (amount_halalas: number) =>
      harness.server.call("POST Clients/Wallet/deposit", { as: "mer_1", body: { amount_halalas }, key });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(amount)));
    expect(new Set(answers.map(({ data }) => (data as { deposit: DepositAnswer }).deposit.id)).size).toBe(1);
    expect((await send(amount + 100)).status).toBe(409);
  });

  it("without a key, with card data, with fractions or out of bounds is refused and nothing is written", async () => {
    const payloads = [
      { amount_halalas: 9_999 },
      { amount_halalas: 5_000_001 },
      { amount_halalas: 100.5 },
      { amount_halalas: "20000" },
      { amount_halalas: amount, number: "4201320111111010" },
      { amount_halalas: amount, cvc: "123" },
      { amount_halalas: amount, source: { pan: "4201320111111010" } },
      { amount_halalas: -amount },
    ];
    for (const body of payloads) {
      const { status, envelope } = await harness.server.call("POST Clients/Wallet/deposit", {
        as: "mer_1",
        body,
        key: newKey(),
      });
      expect([status, Object.keys(("fields" in envelope && envelope.fields) || {})]).toEqual([
        400,
        [Object.keys(body).at(-1)],
      ]);
    }
    const keyless = { as: "mer_1", body: { amount_halalas: amount } };
    expect((await harness.server.call("POST Clients/Wallet/deposit", keyless)).status).toBe(400);
    expect(await db.many(sql`select 1 from payments.intents`)).toEqual([]);
  });
});

describe("a saved card", () => {
  async function saveCard(token = "token_1", consent = true): Promise<string | undefined> {
    const id = await begin("mer_1", { save_card: consent });
    fakeGateway.pay(id, amount, { cardToken: token });
    await returnFromBank(id);
    const { data } = await harness.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    return (data as { items: { id: string }[] }).items[0]?.id;
  }

  it("is saved with its first paid deposit, sealed, and never with its number", async () => {
    const cardId = await saveCard();
    const { data } = await harness.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    expect((data as { items: object[] }).items).toEqual([
      expect.objectContaining({
        id: cardId,
        brand: "mada",
        last_four: "1010",
        theme: "blue",
        expiry: "good",
      }),
    ]);
    const [row] = await db.many<{ row: string }>(sql`select cards::text as row from payments.cards`);
    expect(row?.row).not.toContain("token_1");
  });

  it("is not saved without consent, nor before the bank verified it", async () => {
    expect(await saveCard("token_2", false)).toBeUndefined();
    expect(await saveCard("token_3_unverified")).toBeUndefined();
  });

  it("that the bank did not verify is told beside the deposit that it paid", async () => {
    const toText = async () => {
      const { data } = await harness.server.call("GET Clients/Wallet/deposits", { as: "mer_1" });
      return (data as { items: { card_text: string | null }[] }).items[0]?.card_text;
    };
    await saveCard("token_4", false);
    expect(await toText()).toBeNull();
    await saveCard("token_5_unverified");
    expect(await toText()).toContain("the card could not be added");
    await saveCard("token_6");
    expect(await toText()).toBeNull();
  });

  it("pays a deposit once, even when the gateway's response is lost after it charged", async () => {
    const cardId = await saveCard();
    fakeGateway.losesResponses = true;
    const id = await begin("mer_1", { card_id: cardId });
    await harness.settle();
    expect([(await fetchDeposit(id)).status, fakeGateway.charges.length, await balance()]).toEqual([
      "paid",
      1,
      2 * amount,
    ]);
  });

  it("that the bank wants verified leads to the bank's page", async () => {
    const cardId = await saveCard();
    const id = await begin("mer_1", { card_id: cardId });
    const [{ payment } = { payment: "" }] = await db.many<{ payment: string }>(
      sql`select id as payment from payments.attempts where state = 'requested'`,
    );
    fakeGateway.pay(id, amount, { id: payment, state: "pending", actionUrl: "https://bank.example/3ds" });
    await harness.settle();
    expect(await fetchDeposit(id)).toMatchObject({
      status: "pending",
      action_url: "https://bank.example/3ds",
    });
  });

  it("can be renamed, recoloured and removed; its token is deleted at the gateway too", async () => {
    const cardId = await saveCard();
    const updated = await harness.server.call(`PUT Clients/Wallet/cards/${cardId}`, {
      as: "mer_1",
      body: { name: "بطاقة المتجر", theme: "dark_purple" },
    });
    expect(updated.data).toMatchObject({ name: "بطاقة المتجر", theme: "dark_purple" });
    expect((await harness.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_1" })).status).toBe(
      200,
    );
    expect((await harness.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_1" })).status).toBe(
      404,
    );
    await harness.settle();
    expect(fakeGateway.deletedTokens).toEqual(["token_1"]);
  });

  it("leaves an audit entry when it is added, changed and removed, and never its token", async () => {
    const cardId = await saveCard();
    const call = { as: "mer_1" };
    const body = { name: "بطاقة المتجر", theme: "red" };
    await harness.server.call(`PUT Clients/Wallet/cards/${cardId}`, { ...call, body });
    await harness.server.call(`DELETE Clients/Wallet/cards/${cardId}`, call);
    const entries = await listAudit(testContext(db), {});
    const subject = cardId ?? "";
    const member = { subject, actor_kind: "member", actor_id: "mer_1" };
    expect(entries).toMatchObject([
      {
        ...member,
        action: "payments.card_removed",
        before: { name: body.name, last_four: "1010" },
        after: null,
      },
      { ...member, action: "payments.card_changed", before: { name: "mada", theme: "blue" }, after: body },
      { subject, action: "payments.card_added", actor_kind: "system", after: { last_four: "1010" } },
      { action: "wallet.deposit_begun", actor_kind: "member", after: { amount_halalas: amount } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("token_1");
  });
});
