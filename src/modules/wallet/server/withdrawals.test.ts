import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { isConsistent } from "../domain/findings.ts";
import { aDeposit, listEntries } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, rightCode, type WalletHarness } from "../testing/wallet-harness.ts";
import { applyPayment } from "./apply-payment.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { finishRefund } from "./finish-refund.ts";
import { loadBalance } from "./ledger.ts";
import { confirmPayout, refusePayout, startPayout } from "./payouts.ts";
import { refundDeposit } from "./refund-deposit.ts";
import { listOpenPayouts } from "./withdrawals.store.ts";

type Clocked = Clock & { set(at: string | Date): void };
let db: TestDb;
let harness: WalletHarness;
let clock: Clocked;

beforeAll(async () => {
  db = await testDb();
  clock = frozenClock("2026-11-21T09:00:00Z");
  harness = await openWalletHarness(db, makeFakeGateway(), clock);
  requestWithoutSending(harness);
});
beforeEach(async () => {
  await db.reset();
  clock.set("2026-11-21T09:00:00Z");
  harness.confirmations.mobileChangedAt = null;
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await harness.stop();
  await db.close();
});

/** The payments record each refund; how it ends is said by the test. */
function requestWithoutSending({ deps }: WalletHarness) {
  const request = deps.payments.requestRefund;
  deps.payments.requestRefund = (ctx, input) => {
    const tx = Object.create(ctx.tx, { enqueue: { value: async () => undefined } });
    return request({ ...ctx, tx }, input);
  };
}

type Answer = {
  id: string;
  state: string;
  paid_halalas: number;
  returned_halalas: number;
  can_cancel: boolean;
  parts: { kind: string; amount_halalas: number; state: string; failure_text: string | null }[];
};
const iban = "SA0380000000608010167519";
const own = () => testContext(db, "mer_1", harness.worldClock.now());
const inTx = <T>(work: (ctx: Context) => Promise<T>) => transact(own(), work);
const call = (name: string, body: object = {}) => harness.server.call(name, { as: "mer_1", body });
const request = (amount_halalas: number, code = rightCode) =>
  call("POST Clients/Wallet/withdrawals", { amount_halalas, code });
async function withdraw(amount: number): Promise<Answer> {
  const { data, envelope } = await request(amount);
  expect(envelope.messages).toEqual([]);
  return data;
}
const fetchOne = async (): Promise<Answer | undefined> =>
  ((await harness.server.call("GET Clients/Wallet/withdrawals", { as: "mer_1" })).data as { items: Answer[] })
    .items[0];
const saveBankAccount = (account = iban) =>
  call("PUT Clients/Wallet/bank-account", { iban: account, holder_name: "متجر نورة" });
/** A bank account that has rested. */
async function setBankAccount(account = iban) {
  const now = clock.now();
  clock.set(new Date(now.getTime() - 86_400_000));
  await saveBankAccount(account);
  clock.set(now);
}
const deposit = (id: string, amount: number) => aDeposit(db, harness.worldClock, "mer_1", amount, id);
const refundIds = async () =>
  (
    await db.many<{ refund_id: string }>(sql`
      select refund_id from wallet.withdrawal_parts where kind = 'card' order by withdrawal_id, number`)
  ).map(({ refund_id }) => refund_id);
const finish = (refundId: string, result: "done" | "refused") =>
  inTx((ctx) => finishRefund(ctx, { refundId, result, failure: result === "done" ? null : "too_late" }));
async function money() {
  const { reserved_halalas, available_halalas } = await loadBalance(own());
  return [reserved_halalas, available_halalas];
}

it("a deposit names who made it to everybody else", async () => {
  const deposit = await harness.server.call("POST Clients/Wallet/deposit", {
    as: "mer_1",
    person: "mer_sara",
    key: "one-deposit-by-sara",
    body: { amount_halalas: 50_000 },
  });
  expect(deposit.envelope.messages).toEqual([]);
  const load = async (person: string) =>
    (await harness.server.call("GET Clients/Wallet/deposits", { as: "mer_1", person })).data as {
      items: { by: object }[];
    };
  expect((await load("mer_1")).items[0]?.by).toEqual({ kind: "member", name: "Name of mer_sara" });
  expect((await load("mer_sara")).items[0]?.by).toEqual({ kind: "member", name: null });
});

describe("a withdrawal", () => {
  it("is previewed and requested: newest payment first, the rest to the bank, and the money is held at once", async () => {
    await deposit("dep_1", 20_000);
    await deposit("dep_2", 10_000);
    await setBankAccount();
    const { data } = await call("POST Clients/Wallet/withdrawals/preview", { amount_halalas: 25_000 });
    expect(data).toMatchObject({
      to_cards_halalas: 30_000,
      withdrawable_halalas: 30_000,
      resting_until: null,
    });
    const { id, state, parts, can_cancel } = await withdraw(25_000);
    expect(id).toMatch(/^wdr_/);
    expect([state, can_cancel]).toEqual(["sending", false]);
    expect(parts.reduce((sum, part) => sum + part.amount_halalas, 0)).toBe(25_000);
    expect(await money()).toEqual([25_000, 5_000]);
  });

  it("that the cards paid back is done, each part by one entry, however often it is reported", async () => {
    await deposit("dep_1", 20_000);
    await withdraw(12_000);
    const [refund = ""] = await refundIds();
    await finish(refund, "done");
    await finish(refund, "done");
    expect(await fetchOne()).toMatchObject({ state: "done", paid_halalas: 12_000, returned_halalas: 0 });
    expect(await money()).toEqual([0, 8_000]);
    const paid = (await listEntries(db, "mer_1")).filter(({ kind }) => kind === "withdrawal");
    expect(paid).toMatchObject([{ amount_halalas: 12_000 }]);
  });

  it("is not debited again when the gateway reports the refund, in either order; what it gave back by itself is", async () => {
    await deposit("dep_1", 20_000);
    await withdraw(12_000);
    const { payment_id } = await db.one<{ payment_id: string }>(
      sql`select payment_id from wallet.withdrawal_parts`,
    );
    const report = (refunded_halalas: number, requested_halalas = 12_000) =>
      inTx((ctx) =>
        applyPayment(ctx, {
          payment_id,
          deposit_id: "dep_1",
          amount_halalas: 20_000,
          refunded_halalas,
          requested_halalas,
          reported_at: clock.now(),
        }),
      );
    await report(12_000);
    expect(await money()).toEqual([12_000, 8_000]);
    await finish((await refundIds())[0] ?? "", "done");
    await report(12_000);
    expect(await money()).toEqual([0, 8_000]);
    await report(15_000);
    expect(await money()).toEqual([0, 5_000]);
  });

  it("refused by the card goes to the bank account when there is one, and staff confirm it with the bank's number", async () => {
    await deposit("dep_1", 20_000);
    await setBankAccount();
    const { id } = await withdraw(12_000);
    expect((await listOpenPayouts(db, { page: 1, size: 10 })).items).toEqual([]);
    await finish((await refundIds())[0] ?? "", "refused");
    const { items } = await listOpenPayouts(db, { page: 1, size: 10 });
    expect(items).toMatchObject([{ withdrawal_id: id, amount_halalas: 12_000, iban, state: "requested" }]);
    await inTx((ctx) => startPayout(ctx, { withdrawalId: id }));
    await expect(cancelWithdrawal(own(), { withdrawalId: id })).rejects.toMatchObject({
      code: "wallet.withdrawal_not_cancellable",
    });
    await inTx((ctx) => confirmPayout(ctx, { withdrawalId: id, bank_reference: "FT2611" }));
    expect(await fetchOne()).toMatchObject({
      state: "done",
      parts: [
        { state: "refused", failure_text: expect.any(String) },
        { kind: "bank", state: "done", bank_reference: "FT2611" },
      ],
    });
    expect(await money()).toEqual([0, 8_000]);
    const again = inTx((ctx) => confirmPayout(ctx, { withdrawalId: id, bank_reference: "FT2612" }));
    await expect(again).rejects.toMatchObject({ code: "wallet.no_open_payout" });
  });

  it("refused by the card goes to the bank account it was requested with, whatever was saved since", async () => {
    await deposit("dep_1", 20_000);
    await setBankAccount();
    await withdraw(12_000);
    await setBankAccount("SA4420000001234567891234");
    await finish((await refundIds())[0] ?? "", "refused");
    const { items } = await listOpenPayouts(db, { page: 1, size: 10 });
    expect(items).toMatchObject([{ amount_halalas: 12_000, iban, holder_name: "متجر نورة" }]);
  });

  it("requested without a bank account is available again when the card refuses it, and says why", async () => {
    await deposit("dep_1", 20_000);
    await withdraw(12_000);
    await setBankAccount();
    await finish((await refundIds())[0] ?? "", "refused");
    expect((await listOpenPayouts(db, { page: 1, size: 10 })).items).toEqual([]);
    expect(await fetchOne()).toMatchObject({
      state: "refused",
      returned_halalas: 12_000,
      parts: [{ state: "refused", failure_text: expect.any(String) }],
    });
    expect(await money()).toEqual([0, 20_000]);
  });

  it("refused everywhere is available again, with the reason", async () => {
    await deposit("dep_1", 20_000);
    await setBankAccount();
    const { id } = await withdraw(12_000);
    await finish((await refundIds())[0] ?? "", "refused");
    await inTx((ctx) => refusePayout(ctx, { withdrawalId: id, reason: "اسم صاحب الحساب مختلف" }));
    expect(await fetchOne()).toMatchObject({ state: "refused", returned_halalas: 12_000 });
    expect(await money()).toEqual([0, 20_000]);
  });

  it("waits for the review while money writes are stopped, and ends once they go on", async () => {
    await deposit("dep_1", 20_000);
    await withdraw(12_000);
    await db.run(sql`insert into wallet.write_lock (reason) values ('{}')`);
    await finish((await refundIds())[0] ?? "", "done");
    await harness.run("wallet.review-payouts");
    expect(await money()).toEqual([12_000, 8_000]);
    await db.run(sql`delete from wallet.write_lock`);
    await harness.run("wallet.review-payouts");
    expect(await money()).toEqual([0, 8_000]);
  });
});

describe("a deposit that staff give back", () => {
  const giveBack = async (amount_halalas: number) => {
    const { id } = await db.one<{ id: string }>(sql`select id from payments.attempts`);
    const input = { payment_id: id, amount_halalas, reason: "طلب التاجر" };
    await inTx((ctx) => refundDeposit(harness.deps)(ctx, input));
  };
  beforeEach(() => deposit("dep_1", 20_000));

  it("is held until its card has it back, and debited once", async () => {
    await giveBack(15_000);
    expect(await fetchOne()).toMatchObject({ state: "sending", by_staff: true, can_cancel: false });
    expect(await money()).toEqual([15_000, 5_000]);
    for (const _time of [1, 2, 3]) await finish((await refundIds())[0] ?? "", "done");
    expect(await money()).toEqual([0, 5_000]);
  });

  it("never goes to the bank account, and takes nothing of the day's limit", async () => {
    await setBankAccount();
    await giveBack(15_000);
    const { data } = await call("POST Clients/Wallet/withdrawals/preview", { amount_halalas: 100 });
    expect(data).toMatchObject({ left_today_halalas: 2_000_000 });
    await finish((await refundIds())[0] ?? "", "refused");
    expect(await fetchOne()).toMatchObject({ state: "refused", returned_halalas: 15_000 });
    expect(await money()).toEqual([0, 20_000]);
  });
});

describe("a withdrawal is refused", () => {
  const refused = async (amount: number, code: keyof typeof walletRefusals.table) => {
    const answer = await request(amount);
    expect(answer.status).toBe(walletRefusals.table[code]);
    expect(await money()).toEqual([0, 20_000]);
  };
  beforeEach(() => deposit("dep_1", 20_000));

  it("with a wrong code, and nothing is held", async () => {
    const answer = await request(5_000, "000000");
    expect([answer.status, await money()]).toEqual([422, [0, 20_000]]);
  });

  it("above what is available", () => refused(20_001, "wallet.balance_not_enough"));

  it("within 24 hours after the mobile number or the bank account was changed, and not after", async () => {
    harness.confirmations.mobileChangedAt = new Date("2026-11-20T09:00:01Z");
    await refused(5_000, "wallet.withdrawal_resting");
    harness.confirmations.mobileChangedAt = new Date("2026-11-20T09:00:00Z");
    await setBankAccount();
    await saveBankAccount();
    await saveBankAccount("SA4420000001234567891234");
    await refused(5_000, "wallet.withdrawal_resting");
    clock.set("2026-11-22T09:00:00Z");
    expect((await withdraw(5_000)).state).toBe("sending");
  });

  it("within 24 hours after the first bank account too, which saving it again does not lengthen", async () => {
    await saveBankAccount();
    await refused(5_000, "wallet.withdrawal_resting");
    const { data } = await call("POST Clients/Wallet/withdrawals/preview", { amount_halalas: 5_000 });
    expect(data).toMatchObject({ resting_until: "2026-11-22T09:00:00.000Z" });
    clock.set("2026-11-22T08:59:59Z");
    await saveBankAccount();
    await refused(5_000, "wallet.withdrawal_resting");
    clock.set("2026-11-22T09:00:00Z");
    expect((await withdraw(5_000)).state).toBe("sending");
  });

  it("as long as that again where the clock went back, and never without an end", async () => {
    await saveBankAccount();
    clock.set("2026-11-20T09:00:00Z");
    await refused(5_000, "wallet.withdrawal_resting");
    clock.set("2026-11-22T09:00:00Z");
    expect((await withdraw(5_000)).state).toBe("sending");
  });

  it("without a bank account for what no card can take back", async () => {
    await db.run(sql`update payments.attempts set refunded_halalas = 15000`);
    await refused(5_001, "wallet.bank_account_required");
    expect((await withdraw(5_000)).state).toBe("sending");
  });

  it("past the day's limit, of which what was returned does not count", async () => {
    await deposit("dep_2", 3_000_000);
    await setBankAccount();
    await withdraw(1_500_000);
    const answer = await request(500_001);
    expect(answer.envelope).toMatchObject({ error: true, fields: { amount_halalas: [expect.any(String)] } });
    for (const refund of await refundIds()) await finish(refund, "refused");
    const { id } = (await fetchOne()) ?? { id: "" };
    await cancelWithdrawal(own(), { withdrawalId: id });
    expect((await withdraw(2_000_000)).state).toBe("sending");
  });
});

it("requested = paid + returned, and nothing stays held, whatever happens in whatever order", async () => {
  const step = fc.record({
    act: fc.constantFrom("done", "refused", "cancel", "start", "confirm", "refuse", "again"),
    which: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 12 }), async (hasBank, steps) => {
      await db.reset();
      await deposit("dep_1", 20_000);
      await deposit("dep_2", 10_000);
      if (hasBank) await setBankAccount();
      const { id } = await withdraw(27_000);
      const ignore = (work: Promise<unknown>) => work.catch(() => undefined);
      for (const [index, { act, which }] of steps.entries()) {
        const refunds = await refundIds();
        const refund = refunds[which % refunds.length] ?? "";
        if (act === "done" || act === "refused") await finish(refund, act);
        if (act === "again") await finish(refund, "done");
        if (act === "cancel") await ignore(cancelWithdrawal(own(), { withdrawalId: id }));
        if (act === "start") await ignore(inTx((ctx) => startPayout(ctx, { withdrawalId: id })));
        if (act === "confirm")
          await ignore(inTx((ctx) => confirmPayout(ctx, { withdrawalId: id, bank_reference: `FT${index}` })));
        if (act === "refuse")
          await ignore(inTx((ctx) => refusePayout(ctx, { withdrawalId: id, reason: "no" })));
      }
      for (const refund of await refundIds()) await finish(refund, "refused");
      await ignore(inTx((ctx) => refusePayout(ctx, { withdrawalId: id, reason: "no" })));
      const ended = await fetchOne();
      expect((ended?.paid_halalas ?? 0) + (ended?.returned_halalas ?? 0)).toBe(27_000);
      expect(await money()).toEqual([0, 30_000 - (ended?.paid_halalas ?? 0)]);
    }),
    { numRuns: 8 },
  );
}, 120_000);
