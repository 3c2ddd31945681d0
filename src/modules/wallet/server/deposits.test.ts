import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { isRight } from "../domain/findings.ts";
import { addUp } from "../testing/add-up.ts";
import { entriesOf } from "../testing/builders.ts";
import { openDesk, type WalletDesk } from "../testing/desk.ts";
import { makeTill, noticeSecret, type Till } from "../testing/till.ts";
import { balanceOf } from "./ledger.ts";

let db: TestDb;
let desk: WalletDesk;
let till: Till;

beforeAll(async () => {
  db = await testDb();
  till = makeTill();
  desk = await openDesk(db, till);
});
beforeEach(async () => {
  await db.reset();
  await db.driver.script("delete from pgboss.job");
  till.payments.clear();
  Object.assign(till, { isDown: false, losesAnswers: false, charges: [], deletedTokens: [] });
});
afterAll(async () => {
  await desk.stop();
  await db.close();
});

type Shown = { id: string; status: string; failure: string | null; failure_text: string | null };
const amount = 20_000;
let keys = 0;
const newKey = () => `key-${String(++keys).padStart(8, "0")}`;

async function begin(as = "mer_1", body: object = {}): Promise<string> {
  const { data, envelope } = await desk.server.call("POST Clients/Wallet/deposit", {
    as,
    body: { amount_halalas: amount, ...body },
    key: newKey(),
  });
  expect(envelope.messages).toEqual([]);
  return (data as { deposit: Shown }).deposit.id;
}
const started = (depositId: string, paymentId: string, as = "mer_1") =>
  desk.server.call(`POST Clients/Wallet/deposit/${depositId}/started`, {
    as,
    body: { payment_id: paymentId },
  });
async function shown(depositId: string, as = "mer_1"): Promise<Shown> {
  return (await desk.server.call(`GET Clients/Wallet/deposit/${depositId}`, { as })).data;
}
async function come(depositId: string): Promise<Shown> {
  return (await desk.server.call(`POST Clients/Wallet/deposit/${depositId}/check`, { as: "mer_1" })).data;
}
const tell = (paymentId: string, id = randomUUID()) =>
  desk.notice({ id, payment_id: paymentId, secret: noticeSecret });
const balance = async (merchantId = "mer_1") => (await balanceOf(db, merchantId)).balance_halalas;
const credits = async () => (await entriesOf(db, "mer_1")).filter((entry) => entry.kind === "deposit").length;

describe("a deposit", () => {
  it("is a wish until the gateway says paid", async () => {
    const id = await begin();
    expect((await shown(id)).status).toBe("waiting");
    const payment = till.pay(id, amount, { state: "pending" });
    await started(id, payment.id);
    expect((await come(id)).status).toBe("pending");
    expect(await balance()).toBe(0);
  });

  it("that is paid is credited when the webhook comes before the return", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    await tell(payment.id);
    await desk.settle();
    expect([await balance(), (await come(id)).status, await credits()]).toEqual([amount, "paid", 1]);
  });

  it("is credited when the return comes before the webhook", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    await started(id, payment.id);
    expect((await come(id)).status).toBe("paid");
    await tell(payment.id);
    await desk.settle();
    expect([await balance(), await credits()]).toEqual([amount, 1]);
  });

  it("is credited when neither webhook nor return ever comes, though the browser never told its payment", async () => {
    const id = await begin();
    till.pay(id, amount);
    await desk.sweep();
    expect([await balance(), (await shown(id)).status]).toEqual([amount, "paid"]);
  });

  it("is credited once for a hundred copies of one notice, and for a hundred different ones", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    const event = randomUUID();
    const copies = await Promise.all(Array.from({ length: 100 }, () => tell(payment.id, event)));
    expect(new Set(copies)).toEqual(new Set([200]));
    await desk.settle();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => tell(payment.id)));
      await desk.settle();
    }
    await Promise.all([come(id), come(id), come(id), desk.sweep()]);
    expect([await balance(), await credits()]).toEqual([amount, 1]);
    expect(isRight(await addUp(db))).toBe(true);
  });

  it("is credited after the gateway was down at the webhook and at the return", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    till.isDown = true;
    await tell(payment.id);
    expect((await come(id)).status).toBe("waiting");
    await desk.sweep();
    expect(await balance()).toBe(0);
    till.isDown = false;
    await desk.sweep();
    expect(await balance()).toBe(amount);
  });

  it("that was declined can be paid by a second card in the same form", async () => {
    const id = await begin();
    const declined = till.pay(id, amount, { state: "failed", failure: "balance" });
    await started(id, declined.id);
    expect(await come(id)).toMatchObject({ status: "failed", failure: "balance" });
    expect((await shown(id)).failure_text).toContain("does not have enough balance");
    const second = till.pay(id, amount);
    await started(id, second.id);
    expect((await come(id)).status).toBe("paid");
    expect(await balance()).toBe(amount);
  });

  it("paid twice by mistake is credited twice: it is the merchant's money", async () => {
    const id = await begin();
    till.pay(id, amount);
    till.pay(id, amount);
    await come(id);
    expect([await balance(), await credits()]).toEqual([2 * amount, 2]);
  });

  it("expires after a day without money, and money that comes later still counts", async () => {
    const id = await begin();
    await db.run(sql`update wallet.deposits set opened_at = now() - interval '25 hours'`);
    await desk.sweep();
    expect((await shown(id)).status).toBe("expired");
    await tell(till.pay(id, amount).id);
    await desk.settle();
    expect([await balance(), (await shown(id)).status]).toEqual([amount, "paid"]);
  });
});

describe("a message that lies", () => {
  it("without the secret credits nothing and is answered 401", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    expect(await desk.notice({ id: "e1", payment_id: payment.id, secret: "guess" })).toBe(401);
    await desk.settle();
    expect(await balance()).toBe(0);
  });

  it("of a payment that is not paid, or not there, credits nothing", async () => {
    const id = await begin();
    const pending = till.pay(id, amount, { state: "pending" });
    for (const paymentId of [pending.id, randomUUID()]) expect(await tell(paymentId)).toBe(200);
    await desk.settle();
    expect(await balance()).toBe(0);
  });

  it("about a payment of less, of more, or in another currency credits nothing", async () => {
    const id = await begin();
    const odd = [
      till.pay(id, 100),
      till.pay(id, amount + 1),
      till.pay(id, amount, { currency: "KWD" }),
      till.pay(id, amount, { currency: "USD" }),
    ];
    for (const payment of odd) await tell(payment.id);
    await desk.settle();
    expect(await balance()).toBe(0);
    const states = await db.many<{ state: string }>(sql`select state from wallet.payments`);
    expect(new Set(states.map((row) => row.state))).toEqual(new Set(["disputed"]));
    expect((await shown(id)).status).toBe("waiting");
  });

  it("about a payment without a deposit, or with one nobody began, credits nothing", async () => {
    await begin();
    await tell(till.pay(null, amount).id);
    await tell(till.pay("dep_unknown", amount).id);
    await desk.settle();
    expect(await db.many(sql`select 1 from wallet.entries`)).toEqual([]);
  });

  it("with a strange status is pending, never paid", async () => {
    const id = await begin();
    await tell(till.pay(id, amount, { state: "pending", isStrange: true }).id);
    await desk.settle();
    expect([await balance(), (await shown(id)).status]).toEqual([0, "pending"]);
  });
});

describe("another merchant", () => {
  it("cannot claim a payment: it goes to the deposit the payment itself names", async () => {
    const mine = await begin("mer_1");
    const theirs = await begin("mer_2");
    const payment = till.pay(mine, amount);
    expect((await started(theirs, payment.id, "mer_2")).status).toBe(200);
    await desk.sweep();
    expect([await balance("mer_1"), await balance("mer_2")]).toEqual([amount, 0]);
    const late = await started(theirs, payment.id, "mer_2");
    expect([late.status, late.envelope]).toMatchObject([409, { code: "wallet.payment_of_another_deposit" }]);
  });

  it("cannot make us ask the gateway about endless invented payments, nor hold up a real decline with them", async () => {
    const id = await begin();
    for (let count = 0; count < 10; count += 1) await started(id, randomUUID());
    expect((await started(id, randomUUID())).status).toBe(429);
    await db.run(sql`update wallet.payments set created_at = now() - interval '11 minutes'`);
    till.pay(id, amount, { state: "failed", failure: "refused" });
    await desk.sweep();
    expect(await shown(id)).toMatchObject({ status: "failed", failure: "refused" });
  });

  it("finds no deposit, card or statement line of mine", async () => {
    const id = await begin("mer_1", { save_card: true });
    till.pay(id, amount, { cardToken: "token_1" });
    await come(id);
    const { data } = await desk.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    const cardId = (data as { items: { id: string }[] }).items[0]?.id;
    const calls = [
      desk.server.call(`GET Clients/Wallet/deposit/${id}`, { as: "mer_2" }),
      desk.server.call(`POST Clients/Wallet/deposit/${id}/check`, { as: "mer_2" }),
      started(id, randomUUID(), "mer_2"),
      desk.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_2" }),
      desk.server.call(`PUT Clients/Wallet/cards/${cardId}`, {
        as: "mer_2",
        body: { name: "x", theme: "red" },
      }),
      desk.server.call("POST Clients/Wallet/deposit", {
        as: "mer_2",
        body: { amount_halalas: amount, card_id: cardId },
        key: newKey(),
      }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    for (const list of ["transactions", "deposits", "reserves"]) {
      const answer = await desk.server.call(`GET Clients/Wallet/${list}`, { as: "mer_2" });
      expect((answer.data as { total: number }).total).toBe(0);
    }
  });

  it("who is nobody finds only a closed door", async () => {
    for (const call of ["index", "transactions", "reserves", "deposits", "cards", "audit"]) {
      expect((await desk.server.call(`GET Clients/Wallet/${call}`)).status).toBe(401);
    }
  });
});

describe("money that goes back", () => {
  it("in part leaves the wallet by that part, once", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    await come(id);
    till.change(payment.id, { refunded: halalas(5_000) });
    for (let times = 0; times < 3; times += 1) {
      await tell(payment.id);
      await desk.settle();
    }
    expect([await balance(), (await shown(id)).status]).toEqual([15_000, "paid"]);
  });

  it("whole before it was ever heard of leaves no trace in the wallet", async () => {
    const id = await begin();
    await tell(till.pay(id, amount, { state: "refunded", refunded: halalas(amount) }).id);
    await desk.settle();
    expect([await balance(), (await shown(id)).status, await credits()]).toEqual([0, "refunded", 0]);
  });

  it("after it was spent is owed to the house: the wallet stays above zero", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    await come(id);
    await desk.deps.db.transaction((tx) =>
      tx.run(
        sql`select wallet.transfer('mer_1', 'x', 'mer_1:available', 'rawaj:ad_spend:00', 18000, 'ad_spend', 'c', '2026-11-21', now())`,
      ),
    );
    till.change(payment.id, { state: "refunded", refunded: halalas(amount) });
    await tell(payment.id);
    await desk.settle();
    expect([await balance(), isRight(await addUp(db))]).toEqual([0, true]);
  });

  it("is not unsaid by an older answer that arrives late", async () => {
    const id = await begin();
    const payment = till.pay(id, amount);
    await come(id);
    till.change(payment.id, { state: "pending" });
    await tell(payment.id);
    await desk.settle();
    expect([await balance(), (await shown(id)).status]).toEqual([amount, "paid"]);
  });
});

describe("beginning a deposit", () => {
  it("gives the form what it needs, and nothing secret", async () => {
    const { data } = await desk.server.call("POST Clients/Wallet/deposit", {
      as: "mer_1",
      body: { amount_halalas: amount, save_card: true },
      key: newKey(),
      language: "ar",
    });
    const { deposit, form } = data as { deposit: Shown; form: Record<string, unknown> };
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
      desk.server.call("POST Clients/Wallet/deposit", { as: "mer_1", body: { amount_halalas }, key });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(amount)));
    expect(new Set(answers.map(({ data }) => (data as { deposit: Shown }).deposit.id)).size).toBe(1);
    expect((await send(amount + 100)).status).toBe(409);
  });

  it("without a key, with card data, with fractions or out of bounds is refused and nothing is written", async () => {
    const bodies = [
      { amount_halalas: 9_999 },
      { amount_halalas: 5_000_001 },
      { amount_halalas: 100.5 },
      { amount_halalas: "20000" },
      { amount_halalas: amount, number: "4201320111111010" },
      { amount_halalas: amount, cvc: "123" },
      { amount_halalas: amount, source: { pan: "4201320111111010" } },
      { amount_halalas: -amount },
    ];
    for (const body of bodies) {
      const { status, envelope } = await desk.server.call("POST Clients/Wallet/deposit", {
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
    expect((await desk.server.call("POST Clients/Wallet/deposit", keyless)).status).toBe(400);
    expect(await db.many(sql`select 1 from wallet.deposits`)).toEqual([]);
  });
});

describe("a saved card", () => {
  async function saveCard(token = "token_1", consent = true): Promise<string | undefined> {
    const id = await begin("mer_1", { save_card: consent });
    till.pay(id, amount, { cardToken: token });
    await come(id);
    const { data } = await desk.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    return (data as { items: { id: string }[] }).items[0]?.id;
  }

  it("is kept with its first paid deposit, sealed, and never with its number", async () => {
    const cardId = await saveCard();
    const { data } = await desk.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    expect((data as { items: object[] }).items).toEqual([
      expect.objectContaining({
        id: cardId,
        brand: "mada",
        last_four: "1010",
        theme: "blue",
        expiry: "good",
      }),
    ]);
    const [row] = await db.many<{ row: string }>(sql`select cards::text as row from wallet.cards`);
    expect(row?.row).not.toContain("token_1");
  });

  it("is not kept without consent, nor before the bank verified it", async () => {
    expect(await saveCard("token_2", false)).toBeUndefined();
    expect(await saveCard("token_3_unverified")).toBeUndefined();
  });

  it("pays a deposit once, even when the gateway's answer is lost after it charged", async () => {
    const cardId = await saveCard();
    till.losesAnswers = true;
    const id = await begin("mer_1", { card_id: cardId });
    await desk.settle();
    expect([(await shown(id)).status, till.charges.length, await balance()]).toEqual(["paid", 1, 2 * amount]);
  });

  it("that the bank wants verified leads to the bank's page", async () => {
    const cardId = await saveCard();
    const id = await begin("mer_1", { card_id: cardId });
    const [{ payment } = { payment: "" }] = await db.many<{ payment: string }>(
      sql`select id as payment from wallet.payments where state = 'asked'`,
    );
    till.pay(id, amount, { id: payment, state: "pending", actionUrl: "https://bank.example/3ds" });
    await desk.settle();
    expect(await shown(id)).toMatchObject({ status: "pending", action_url: "https://bank.example/3ds" });
  });

  it("can be renamed, coloured and removed; the gateway forgets it too", async () => {
    const cardId = await saveCard();
    const dressed = await desk.server.call(`PUT Clients/Wallet/cards/${cardId}`, {
      as: "mer_1",
      body: { name: "بطاقة المتجر", theme: "dark_purple" },
    });
    expect(dressed.data).toMatchObject({ name: "بطاقة المتجر", theme: "dark_purple" });
    expect((await desk.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_1" })).status).toBe(
      200,
    );
    expect((await desk.server.call(`DELETE Clients/Wallet/cards/${cardId}`, { as: "mer_1" })).status).toBe(
      404,
    );
    await desk.settle();
    expect(till.deletedTokens).toEqual(["token_1"]);
  });
});
