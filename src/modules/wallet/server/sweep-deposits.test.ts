import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { nextReadMs } from "#modules/payments/domain/schedule.ts";
import { rereadPayments } from "#modules/payments/server/reread-payments.ts";
import { sweepIntents } from "#modules/payments/server/sweep-intents.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { loadBalance } from "./ledger.ts";

const amount = 20_000;
const minuteMs = 60_000;
const clock = frozenClock(new Date().toISOString());
let startedAt = clock.now().getTime();
let db: TestDb;
let harness: WalletHarness;
let fakeGateway: FakeGateway;
let keys = 0;

beforeAll(async () => {
  db = await testDb();
  fakeGateway = makeFakeGateway();
  harness = await openWalletHarness(db, fakeGateway, clock);
});
beforeEach(async () => {
  await db.reset();
  // Rows that a test inserts by itself carry the database's clock, so each test starts at the real present.
  startedAt = Date.now();
  clock.set(new Date(startedAt).toISOString());
  fakeGateway.payments.clear();
  fakeGateway.isDown = false;
});
afterAll(async () => {
  await harness.stop();
  await db.close();
});

const advanceTo = (minutes: number) => clock.set(new Date(startedAt + minutes * minuteMs).toISOString());
const begin = (as: string) => {
  keys += 1;
  const key = `sweep-key-${keys}`;
  return harness.server.call("POST Clients/Wallet/deposit", { as, body: { amount_halalas: amount }, key });
};
async function beginDeposit(as: string): Promise<string> {
  return ((await begin(as)).data as { deposit: { id: string } }).deposit.id;
}
const attach = (as: string, depositId: string, paymentId: string) =>
  harness.server.call(`POST Clients/Wallet/deposit/${depositId}/started`, {
    as,
    body: { payment_id: paymentId },
  });
const balance = async (merchantId: string) =>
  (await loadBalance(testContext(db, merchantId))).balance_halalas;
/** Many open deposits of one merchant, all due long before any other's, as if there were no limit. */
const flood = (count: number, hasPayments: boolean) =>
  db.run(sql`
    with inserted as (
      insert into payments.intents (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card,
        created_at, next_check_at)
      select 'dep_flood_' || n, 'mer_flood', 'wallet_deposit', 'mer_flood', ${amount}, 'moyasar', 'waiting', false, now(), now() - interval '1 hour'
      from generate_series(1, ${count}::int) n returning id, merchant_id)
    insert into payments.attempts (gateway, id, intent_id, merchant_id, source, state, created_at)
    select 'moyasar', 'pay_' || id, id, merchant_id, 'form', 'pending', now() from inserted where ${hasPayments}`);
const sweep = async (isOver: () => boolean) => {
  await sweepIntents(harness.paymentsDeps)(db, { now: harness.worldClock.now(), isOver });
  await harness.deliver();
};
/** A sweep whose time is up after its first few checks. */
const shortSweep = () => sweep(() => true);
const reread = async (isOver = () => false) => {
  await rereadPayments(harness.paymentsDeps)(db, { now: harness.worldClock.now(), isOver });
  await harness.deliver();
};

describe("a merchant's open deposits", () => {
  it("are twenty at most; the next is refused in their language and the others are not changed", async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => begin("mer_1")));
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, refused[0]?.envelope]).toMatchObject([
      4,
      { code: "wallet.too_many_open_deposits" },
    ]);
    expect((await begin("mer_2")).status).toBe(200);
    await db.run(sql`update payments.intents set next_check_at = null where merchant_id = 'mer_1'`);
    expect((await begin("mer_1")).status).toBe(200);
  });
});

describe("a payment that the browser never reported", () => {
  it.each([
    ["forms without a payment", false],
    ["started payments", true],
  ])(
    "is credited within two minutes though another merchant floods the sweep with %s",
    async (_what, has) => {
      const id = await beginDeposit("mer_1");
      await flood(400, has);
      const payment = fakeGateway.pay(id, amount);
      await attach("mer_1", id, payment.id);
      advanceTo(1);
      await shortSweep();
      expect(await balance("mer_1")).toBe(amount);
    },
  );

  it("is found among forms too: every merchant is served once before any is served twice", async () => {
    await flood(400, false);
    const id = await beginDeposit("mer_1");
    fakeGateway.pay(id, amount);
    advanceTo(1);
    await shortSweep();
    expect(await balance("mer_1")).toBe(amount);
  });

  it("is checked every minute while the buyer may be at the bank", async () => {
    const id = await beginDeposit("mer_1");
    const payment = fakeGateway.pay(id, amount, { state: "pending" });
    await attach("mer_1", id, payment.id);
    for (let minute = 1; minute <= 10; minute += 1) {
      advanceTo(minute);
      await harness.run("wallet.sweep-deposits");
    }
    fakeGateway.change(payment.id, { state: "paid" });
    advanceTo(11);
    await harness.run("wallet.sweep-deposits");
    expect(await balance("mer_1")).toBe(amount);
  });

  it("is not delayed by other deposits: a sweep goes on until none is due", async () => {
    await flood(90, true);
    await sweep(() => false);
    const { due } = await db.one<{ due: number }>(sql`
      select count(*) as due from payments.intents where next_check_at <= ${clock.now()}`);
    expect(due).toBe(0);
  });
});

describe("later changes of a payment", () => {
  async function paid(merchantId = "mer_1") {
    const payment = fakeGateway.pay(await beginDeposit(merchantId), amount);
    clock.set(new Date(clock.now().getTime() + minuteMs).toISOString());
    await harness.run("wallet.sweep-deposits");
    expect(await balance(merchantId)).toBe(amount);
    return payment;
  }

  it.each([
    [nextReadMs(0), 60],
    [nextReadMs(2 * 1_440 * minuteMs), 360],
    [nextReadMs(14 * 1_440 * minuteMs), 1_440],
    [nextReadMs(120 * 1_440 * minuteMs - 1), 1_440],
  ])("is asked in %d milliseconds: after %d minutes", (wait, minutes) => {
    expect(wait).toBe(minutes * minuteMs);
  });

  it("is not read after 120 days", () => {
    expect(nextReadMs(120 * 1_440 * minuteMs)).toBeNull();
  });

  it("a refund is debited though no webhook ever came", async () => {
    const payment = await paid();
    fakeGateway.change(payment.id, { state: "refunded", refunded: halalas(5_000) });
    advanceTo(120);
    await harness.run("wallet.reread-payments");
    expect(await balance("mer_1")).toBe(15_000);
    fakeGateway.change(payment.id, { state: "refunded", refunded: halalas(amount) });
    advanceTo(100 * 1_440);
    await harness.run("wallet.reread-payments");
    expect(await balance("mer_1")).toBe(0);
  });

  it("stays due while the gateway is down, and merchants are served in turn", async () => {
    await paid("mer_1");
    const other = await paid("mer_2");
    await db.run(sql`
      insert into payments.attempts (gateway, id, intent_id, merchant_id, source, state, created_at, next_read_at)
      select 'moyasar', gen_random_uuid()::text, (select id from payments.intents where merchant_id = 'mer_1'), 'mer_1',
        'form', 'paid', now(), now() - interval '1 hour' from generate_series(1, 200)`);
    fakeGateway.change(other.id, { refunded: halalas(amount), state: "refunded" });
    advanceTo(120);
    fakeGateway.isDown = true;
    await reread();
    expect(await balance("mer_2")).toBe(amount);
    fakeGateway.isDown = false;
    await reread(() => true);
    expect(await balance("mer_2")).toBe(0);
  });
});

describe("the gateway's webhook", () => {
  const sendEvent = (webhookId: string, code: string) =>
    harness.sendWebhook({ id: randomUUID(), secret: "secret", webhook_id: webhookId, code });
  const isVerified = async () =>
    (await db.one<{ is_verified: boolean }>(sql`select is_verified from payments.webhook_subscriptions`))
      .is_verified;

  beforeEach(() => {
    Object.assign(fakeGateway.webhook, { id: "", code: "", isVerified: false });
  });

  it("is verified by the code that the gateway sends", async () => {
    await harness.run("wallet.sweep-deposits");
    expect(await isVerified()).toBe(false);
    expect(await sendEvent(fakeGateway.webhook.id, fakeGateway.webhook.code)).toBe(200);
    await harness.settle();
    expect([fakeGateway.webhook.isVerified, await isVerified()]).toEqual([true, true]);
  });

  it("whose code never came, or was refused, gets a new code until it is verified", async () => {
    await harness.run("wallet.sweep-deposits");
    const first = fakeGateway.webhook.id;
    await sendEvent(first, "000000");
    await harness.settle();
    advanceTo(9);
    await harness.run("wallet.sweep-deposits");
    expect(fakeGateway.webhook.id).toBe(first);
    advanceTo(10);
    await harness.run("wallet.sweep-deposits");
    expect(fakeGateway.webhook.id).not.toBe(first);
    await sendEvent(fakeGateway.webhook.id, fakeGateway.webhook.code);
    await harness.settle();
    expect(await isVerified()).toBe(true);
  });

  it("that was removed at the gateway is created and verified again within the hour", async () => {
    await harness.run("wallet.sweep-deposits");
    await sendEvent(fakeGateway.webhook.id, fakeGateway.webhook.code);
    await harness.settle();
    Object.assign(fakeGateway.webhook, { id: "", isVerified: false });
    advanceTo(61);
    await harness.run("wallet.sweep-deposits");
    expect(await isVerified()).toBe(false);
    await sendEvent(fakeGateway.webhook.id, fakeGateway.webhook.code);
    await harness.settle();
    expect(await isVerified()).toBe(true);
  });

  it("that cannot be created delays no deposit", async () => {
    const id = await beginDeposit("mer_1");
    fakeGateway.pay(id, amount);
    advanceTo(1);
    await harness.run("wallet.sweep-deposits");
    expect([await balance("mer_1"), await isVerified()]).toEqual([amount, false]);
  });
});
