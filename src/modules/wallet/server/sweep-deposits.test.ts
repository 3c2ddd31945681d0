import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { openDesk, type WalletDesk } from "../testing/desk.ts";
import { makeTill, type Till } from "../testing/till.ts";
import { balanceOf } from "./ledger.ts";
import { nextReadingMs, rereadPayments } from "./reread-payments.ts";
import { sweepDeposits } from "./sweep-deposits.ts";

const amount = 20_000;
const minuteMs = 60_000;
const clock = frozenClock(new Date().toISOString());
let begunAt = clock.now().getTime();
let db: TestDb;
let desk: WalletDesk;
let till: Till;
let keys = 0;

beforeAll(async () => {
  db = await testDb();
  till = makeTill();
  desk = await openDesk(db, till, clock);
});
beforeEach(async () => {
  await db.reset();
  // The database has a clock of its own: each test begins at its present.
  begunAt = Date.now();
  clock.set(new Date(begunAt).toISOString());
  till.payments.clear();
  till.isDown = false;
});
afterAll(async () => {
  await desk.stop();
  await db.close();
});

const later = (minutes: number) => clock.set(new Date(begunAt + minutes * minuteMs).toISOString());
const begin = (as: string) => {
  keys += 1;
  const key = `sweep-key-${keys}`;
  return desk.server.call("POST Clients/Wallet/deposit", { as, body: { amount_halalas: amount }, key });
};
async function beginDeposit(as: string): Promise<string> {
  return ((await begin(as)).data as { deposit: { id: string } }).deposit.id;
}
const started = (as: string, depositId: string, paymentId: string) =>
  desk.server.call(`POST Clients/Wallet/deposit/${depositId}/started`, {
    as,
    body: { payment_id: paymentId },
  });
const balance = async (merchantId: string) => (await balanceOf(db, merchantId)).balance_halalas;
/** Many open deposits of one merchant, all due long before anyone else's, as if there were no ceiling. */
const flood = (count: number, hasPayments: boolean) =>
  db.run(sql`
    with made as (
      insert into wallet.deposits (id, merchant_id, amount_halalas, gateway, status, save_card, created_at, next_check_at)
      select 'dep_flood_' || n, 'mer_flood', ${amount}, 'moyasar', 'waiting', false, now(), now() - interval '1 hour'
      from generate_series(1, ${count}::int) n returning id, merchant_id)
    insert into wallet.payments (gateway, id, deposit_id, merchant_id, source, state, created_at)
    select 'moyasar', 'pay_' || id, id, merchant_id, 'form', 'pending', now() from made where ${hasPayments}`);
/** A sweep that is cut off after its first few questions. */
const shortSweep = () => sweepDeposits(desk.deps, Date.now() - 1);

describe("a merchant's open deposits", () => {
  it("are twenty at most; the next is refused in their language and the others are not touched", async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => begin("mer_1")));
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, refused[0]?.envelope]).toMatchObject([
      4,
      { code: "wallet.too_many_open_deposits" },
    ]);
    expect((await begin("mer_2")).status).toBe(200);
    await db.run(sql`update wallet.deposits set next_check_at = null where merchant_id = 'mer_1'`);
    expect((await begin("mer_1")).status).toBe(200);
  });
});

describe("a payment that nobody told us of", () => {
  it.each([
    ["forms nobody began", false],
    ["payments that were started", true],
  ])(
    "is credited within two minutes though another merchant floods the sweep with %s",
    async (_what, has) => {
      const id = await beginDeposit("mer_1");
      await flood(400, has);
      const payment = till.pay(id, amount);
      await started("mer_1", id, payment.id);
      later(1);
      await shortSweep();
      expect(await balance("mer_1")).toBe(amount);
    },
  );

  it("is found among forms too: each merchant has a turn before anyone's second", async () => {
    await flood(400, false);
    const id = await beginDeposit("mer_1");
    till.pay(id, amount);
    later(1);
    await shortSweep();
    expect(await balance("mer_1")).toBe(amount);
  });

  it("is looked for every minute while the buyer may be at the bank", async () => {
    const id = await beginDeposit("mer_1");
    const payment = till.pay(id, amount, { state: "pending" });
    await started("mer_1", id, payment.id);
    for (let minute = 1; minute <= 10; minute += 1) {
      later(minute);
      await desk.run("wallet.sweep-deposits");
    }
    till.change(payment.id, { state: "paid" });
    later(11);
    await desk.run("wallet.sweep-deposits");
    expect(await balance("mer_1")).toBe(amount);
  });

  it("waits behind nothing: a sweep goes on until none is due", async () => {
    await flood(90, true);
    await sweepDeposits(desk.deps, Number.MAX_SAFE_INTEGER);
    const { due } = await db.one<{ due: number }>(sql`
      select count(*) as due from wallet.deposits where next_check_at <= ${clock.now()}`);
    expect(due).toBe(0);
  });
});

describe("what becomes of a payment later", () => {
  async function paid(merchantId = "mer_1") {
    const payment = till.pay(await beginDeposit(merchantId), amount);
    clock.set(new Date(clock.now().getTime() + minuteMs).toISOString());
    await desk.run("wallet.sweep-deposits");
    expect(await balance(merchantId)).toBe(amount);
    return payment;
  }

  it.each([
    [nextReadingMs(0), 60],
    [nextReadingMs(2 * 1_440 * minuteMs), 360],
    [nextReadingMs(14 * 1_440 * minuteMs), 1_440],
    [nextReadingMs(120 * 1_440 * minuteMs - 1), 1_440],
  ])("is asked in %d milliseconds: after %d minutes", (wait, minutes) => {
    expect(wait).toBe(minutes * minuteMs);
  });

  it("is not asked after 120 days", () => {
    expect(nextReadingMs(120 * 1_440 * minuteMs)).toBeNull();
  });

  it("a refund is taken back though no webhook ever came", async () => {
    const payment = await paid();
    till.change(payment.id, { state: "refunded", refunded: halalas(5_000) });
    later(120);
    await desk.run("wallet.reread-payments");
    expect(await balance("mer_1")).toBe(15_000);
    till.change(payment.id, { state: "refunded", refunded: halalas(amount) });
    later(100 * 1_440);
    await desk.run("wallet.reread-payments");
    expect(await balance("mer_1")).toBe(0);
  });

  it("keeps its place while the gateway is down, and each merchant has a turn", async () => {
    await paid("mer_1");
    const other = await paid("mer_2");
    await db.run(sql`
      insert into wallet.payments (gateway, id, deposit_id, merchant_id, source, state, created_at, next_read_at)
      select 'moyasar', gen_random_uuid()::text, (select id from wallet.deposits where merchant_id = 'mer_1'), 'mer_1',
        'form', 'paid', now(), now() - interval '1 hour' from generate_series(1, 200)`);
    till.change(other.id, { refunded: halalas(amount), state: "refunded" });
    later(120);
    till.isDown = true;
    await rereadPayments(desk.deps);
    expect(await balance("mer_2")).toBe(amount);
    till.isDown = false;
    await rereadPayments(desk.deps, Date.now() - 1);
    expect(await balance("mer_2")).toBe(0);
  });
});

describe("the gateway's webhook", () => {
  const tell = (webhookId: string, code: string) =>
    desk.notice({ id: randomUUID(), secret: "secret", webhook_id: webhookId, code });
  const isVerified = async () =>
    (await db.one<{ is_verified: boolean }>(sql`select is_verified from wallet.webhook_subscriptions`))
      .is_verified;

  beforeEach(() => {
    Object.assign(till.webhook, { id: "", code: "", isVerified: false });
  });

  it("is verified by the code that comes to it", async () => {
    await desk.run("wallet.sweep-deposits");
    expect(await isVerified()).toBe(false);
    expect(await tell(till.webhook.id, till.webhook.code)).toBe(200);
    await desk.settle();
    expect([till.webhook.isVerified, await isVerified()]).toEqual([true, true]);
  });

  it("whose code never came, or was refused, is asked for again until it is verified", async () => {
    await desk.run("wallet.sweep-deposits");
    const first = till.webhook.id;
    await tell(first, "000000");
    await desk.settle();
    later(9);
    await desk.run("wallet.sweep-deposits");
    expect(till.webhook.id).toBe(first);
    later(10);
    await desk.run("wallet.sweep-deposits");
    expect(till.webhook.id).not.toBe(first);
    await tell(till.webhook.id, till.webhook.code);
    await desk.settle();
    expect(await isVerified()).toBe(true);
  });

  it("that was removed at the gateway is made and verified anew within the hour", async () => {
    await desk.run("wallet.sweep-deposits");
    await tell(till.webhook.id, till.webhook.code);
    await desk.settle();
    Object.assign(till.webhook, { id: "", isVerified: false });
    later(61);
    await desk.run("wallet.sweep-deposits");
    expect(await isVerified()).toBe(false);
    await tell(till.webhook.id, till.webhook.code);
    await desk.settle();
    expect(await isVerified()).toBe(true);
  });

  it("that cannot be had keeps no deposit waiting", async () => {
    const id = await beginDeposit("mer_1");
    till.pay(id, amount);
    later(1);
    await desk.run("wallet.sweep-deposits");
    expect([await balance("mer_1"), await isVerified()]).toEqual([amount, false]);
  });
});
