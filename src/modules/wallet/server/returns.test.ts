import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { settlePayment } from "#modules/payments/server/settle-payment.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { refundDeposit } from "./refund-deposit.ts";
import { sumPaymentEntries } from "./sum-entries.ts";

/** What goes back of a deposit: by refunds of the gateway's own, by ours, and by chargebacks, in every order. */

const amount = 20_000;
const start = "2026-11-21T09:00:00Z";
let db: TestDb;
let harness: WalletHarness;
let gateway: FakeGateway;
let clock: Clock & { set(at: string | Date): void; advance(ms: number): void };
let paymentId: string;

beforeAll(async () => {
  db = await testDb();
  clock = frozenClock(start);
  gateway = makeFakeGateway({ clock });
  harness = await openWalletHarness(db, gateway, clock);
});
beforeEach(reset);
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await harness.stop();
  await db.close();
});

async function reset() {
  await db.reset();
  await db.driver.script("delete from pgboss.job");
  clock.set(start);
  harness.worldClock.set(start);
  gateway.reset();
  const created = await transact(own(), (ctx) =>
    harness.deps.payments.createIntent(ctx, {
      purpose: "wallet_deposit",
      subject: "mer_1",
      amount_halalas: amount,
      save_card: false,
      language: "ar",
    }),
  );
  if (created.kind !== "created") throw new Error(created.kind);
  paymentId = gateway.pay(created.intent.id, amount).id;
  await read();
}

const own = () => testContext(db, "mer_1", harness.worldClock.now());
/** What the gateway shows as refunded in all; nobody here knows it yet. */
const refundAtGateway = (refunded: number) =>
  gateway.change(paymentId, { state: "refunded", refunded: halalas(refunded) });
const read = async () => {
  await settlePayment(harness.paymentsDeps)(db, { gateway: "moyasar", paymentId, now: clock.now() });
  await harness.settle();
};
const listChargeback = (taken: number, id = "stl_1:1") =>
  gateway.chargebacks.push({ id, paymentId, amount: halalas(taken), settledAt: clock.now() });
const readSettlements = async () => {
  await harness.run("payments.read-chargebacks");
  await harness.settle();
};
const chargeBack = async (taken: number, id?: string) => {
  listChargeback(taken, id);
  await readSettlements();
};
const win = async (chargeback_id = "stl_1:1") => {
  await transact(own(), (ctx) => harness.deps.payments.winChargeback(ctx, { chargeback_id }));
  await harness.settle();
};
const giveBack = async (halalas: number) => {
  const refund = { payment_id: paymentId, amount_halalas: halalas, reason: "test" };
  await transact(own(), (ctx) => refundDeposit(harness.deps)(ctx, refund));
};
async function loadEntries() {
  const [sums] = await sumPaymentEntries(db, [{ merchant_id: "mer_1", payment_id: paymentId }]);
  if (!sums) throw new Error("the payment has no sums");
  return { returned: sums.returned_halalas, chargedBack: sums.charged_back_halalas };
}
/** What left the wallet for the payment, less what came back of chargebacks that were won. */
async function loadGone(): Promise<number> {
  const { returned, chargedBack } = await loadEntries();
  return returned + chargedBack;
}

describe("a deposit that was charged back", () => {
  it("is not debited again when the gateway shows it as refunded later, however often it is read", async () => {
    await chargeBack(amount);
    refundAtGateway(amount);
    await read();
    await read();
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: amount });
    clock.advance(120_000);
    await harness.run("wallet.review-payments");
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: amount });
  });

  it("in a part is debited for a later refund as far as the payment has money left", async () => {
    await chargeBack(8_000);
    refundAtGateway(5_000);
    await read();
    expect(await loadEntries()).toEqual({ returned: 5_000, chargedBack: 8_000 });
    refundAtGateway(amount);
    await read();
    expect(await loadEntries()).toEqual({ returned: 12_000, chargedBack: 8_000 });
  });

  it("after a part refund is debited for the rest alone", async () => {
    refundAtGateway(12_000);
    await read();
    await chargeBack(amount);
    refundAtGateway(amount);
    await read();
    expect(await loadEntries()).toEqual({ returned: 12_000, chargedBack: 8_000 });
  });

  it("before its refund was read is debited once for both", async () => {
    refundAtGateway(12_000);
    await chargeBack(amount);
    await read();
    expect(await loadGone()).toBe(amount);
  });

  it("and won comes back, without what the gateway shows as refunded by then", async () => {
    await chargeBack(amount);
    refundAtGateway(amount);
    await read();
    await win();
    await win();
    expect(await loadEntries()).toEqual({ returned: amount, chargedBack: 0 });
  });

  it("and won after a part refund keeps the refund alone", async () => {
    refundAtGateway(12_000);
    await read();
    await chargeBack(amount);
    await win();
    expect(await loadEntries()).toEqual({ returned: 12_000, chargedBack: 0 });
  });

  it("and won may be charged back again, also when that was listed before anybody recorded the win", async () => {
    await chargeBack(amount);
    clock.advance(20 * 86_400_000);
    await chargeBack(amount, "stl_2:1");
    clock.advance(20 * 86_400_000);
    await readSettlements();
    await win();
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: amount });
  });
});

describe("a deposit with two open chargebacks", () => {
  const takeTwice = async () => {
    await chargeBack(15_000);
    await chargeBack(12_000, "stl_2:1");
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: amount });
  };

  it("of which the first is won loses to the second what it had left", async () => {
    await takeTwice();
    await win();
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: 12_000 });
  });

  it("gets back all that the second took, in two parts, when that is won too", async () => {
    await takeTwice();
    await win();
    await win("stl_2:1");
    await win("stl_2:1");
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: 0 });
  });

  it("keeps what the second could not take when that is won first", async () => {
    await takeTwice();
    await win("stl_2:1");
    await readSettlements();
    await win();
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: 0 });
  });
});

describe("a deposit of which we give back a part", () => {
  it("keeps that money when a chargeback takes all before the refund is sent", async () => {
    await giveBack(5_000);
    await harness.deliver();
    await chargeBack(amount);
    expect(gateway.refunds).toEqual([]);
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: amount });
    expect(await loadWithdrawalState()).toBe("refused");
  });

  it("is charged back for the rest once the refund under way has ended", async () => {
    gateway.losesResponses = true;
    await giveBack(5_000);
    await harness.settle();
    gateway.losesResponses = false;
    await chargeBack(amount);
    expect(await loadEntries()).toEqual({ returned: 0, chargedBack: 0 });
    clock.advance(3_600_000);
    await harness.run("payments.sweep-refunds");
    await harness.settle();
    await readSettlements();
    expect(await loadEntries()).toEqual({ returned: 5_000, chargedBack: 15_000 });
  });

  it("is debited for the gateway's own refund too, whether ours is refused or done", async () => {
    gateway.refusesRefunds = "refused";
    gateway.isDown = true;
    await giveBack(5_000);
    await harness.settle();
    gateway.isDown = false;
    refundAtGateway(5_000);
    await read();
    clock.advance(3_600_000);
    await harness.run("payments.sweep-refunds");
    await harness.settle();
    expect(await loadEntries()).toEqual({ returned: 5_000, chargedBack: 0 });
  });
});

describe("whatever happens to a deposit, in any order and however often", () => {
  const part = fc.integer({ min: 1, max: amount });
  const action = fc.oneof(
    fc.record({ kind: fc.constantFrom("refund", "chargeback", "giveBack"), sum: part }),
    fc.constantFrom("wholeRefund", "wholeChargeback", "win").map((kind) => ({ kind, sum: amount })),
    fc.constantFrom("read", "settlements", "deliver", "lose", "repeat", "hour", "review").map(toAction),
    fc.constantFrom("loseResponses", "answer", "refuseRefunds", "allowRefunds").map(toAction),
  );
  /** What the gateway says was given back: never more than was paid. */
  const loadTruth = async () => {
    const won = await db.many<{ listed_id: string }>(
      sql`select listed_id from payments.chargebacks where won_at is not null`,
    );
    const isWon = (id: string) => won.some((one) => one.listed_id === id);
    const kept = gateway.chargebacks.filter(({ id }) => !isWon(id)).map((one) => one.amount);
    const refunded = gateway.payments.get(paymentId)?.refunded ?? 0;
    return {
      refunded,
      kept,
      gone: Math.min(
        amount,
        kept.reduce<number>((sum, one) => sum + one, refunded),
      ),
    };
  };

  async function act({ kind, sum }: { kind: string; sum: number }) {
    const truth = await loadTruth();
    if (kind === "refund") refundAtGateway(Math.min(amount, truth.refunded + sum));
    if (kind === "wholeRefund") refundAtGateway(amount);
    if (kind.endsWith("hargeback")) listChargeback(sum, `stl_${gateway.chargebacks.length + 1}:1`);
    if (kind === "win") await winLast();
    if (kind === "giveBack") await giveBack(sum).catch(ignoreRefusal);
    if (kind === "read")
      await settlePayment(harness.paymentsDeps)(db, { gateway: "moyasar", paymentId, now: clock.now() });
    if (kind === "settlements") await harness.run("payments.read-chargebacks");
    if (kind === "deliver") await harness.settle();
    if (kind === "lose") await loseEvents();
    if (kind === "repeat") await repeatEvents();
    if (kind === "hour") await passHour();
    if (kind === "review") await harness.run("wallet.review-payments");
    if (kind === "loseResponses" || kind === "answer") gateway.losesResponses = kind === "loseResponses";
    if (kind === "refuseRefunds") gateway.refusesRefunds = "refused";
    if (kind === "allowRefunds") gateway.refusesRefunds = null;
  }

  it("the ledger never debits more than was paid, and ends with what the gateway gave back", async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
          for (const each of actions) {
            await act(each);
            expect(await loadGone()).toBeLessThanOrEqual(amount);
          }
          await catchUp();
          const { gone } = await loadTruth();
          expect(await loadGone()).toBe(gone);
          await repeatEvents();
          await catchUp();
          expect(await loadGone()).toBe(gone);
        })
        .beforeEach(reset),
      { numRuns: 25 },
    );
  }, 120_000);
});

const toAction = (kind: string) => ({ kind, sum: 0 });

async function winLast() {
  const open = await db.maybeOne<{ listed_id: string }>(sql`
    select listed_id from payments.chargebacks where won_at is null order by settled_at desc, id desc limit 1`);
  if (open)
    await transact(own(), (ctx) =>
      harness.deps.payments.winChargeback(ctx, { chargeback_id: open.listed_id }),
    );
}

/** More than the balance or the payment has left is refused. */
function ignoreRefusal(error: unknown) {
  const { code = "" } = error as { code?: string };
  if (!/^(wallet|payments)\.[a-z_]+$/.test(code)) throw error;
}

/** All that the payments published comes again, the oldest first. */
async function repeatEvents() {
  await db.run(sql`
    insert into base.events (name, merchant_id, details, published_at)
    select name, merchant_id, details, published_at from base.events where name like 'payments.%' order by id limit 30`);
  await harness.settle();
}

/** What waits to be delivered was given up: only the review finds it. */
const loseEvents = () =>
  db.run(sql`delete from base.events where name like 'payments.%' and position is null`);

async function passHour() {
  clock.advance(3_600_000);
  harness.worldClock.set(clock.now().toISOString());
  await harness.run("payments.sweep-refunds");
  await harness.settle();
}

/** The gateway answers again, and all that waits is carried out. */
async function catchUp() {
  Object.assign(gateway, { losesResponses: false, refusesRefunds: null });
  for (const _time of [1, 2]) {
    await passHour();
    await read();
    await readSettlements();
    await harness.run("wallet.review-payments");
    await harness.run("wallet.review-payouts");
  }
}

const loadWithdrawalState = async () =>
  (await db.one<{ state: string }>(sql`select state from wallet.withdrawals`)).state;
