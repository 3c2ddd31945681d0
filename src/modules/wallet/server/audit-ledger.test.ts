import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { makeDb, type Sql, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { aWallet } from "../testing/builders.ts";
import { auditLedger } from "./audit-ledger.ts";
import { auditMerchant } from "./audit-merchant.ts";
import { auditWholeLedger } from "./audit-whole-ledger.ts";
import { loadBalance, transfer } from "./ledger.ts";
import { loadLedgerState, watchLedgerChecks } from "./ledger-state.ts";

const log = makeLog("silent");
const night = "2026-11-21" as RiyadhDay;
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const spend = (key: string, amount: number, merchantId = "mer_1") =>
  transact(testContext(db, merchantId), (ctx) =>
    transfer(ctx, {
      key,
      from: available(merchantId),
      to: platformAccount("ad_spend", merchantId),
      amount: halalas(amount),
      kind: "ad_spend",
      reference: "cmp_1",
      day: night,
    }),
  );
/** Writes to the database directly, without the triggers. */
const tamper = (statement: Sql) =>
  db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(statement);
  });
const deps = { systemClock, log };
const isOver = () => true;
const audit = () => auditLedger(deps)(db);
const auditWhole = () => auditWholeLedger(deps)(db, { night });
const auditOwn = (merchantId: string) => auditMerchant(deps)(testContext(db, merchantId));
const loadVerifiedPosition = (merchantId: string) =>
  db.one<{ entries: number; available_halalas: number }>(sql`
    select entries, available_halalas from wallet.verified_merchants where merchant_id = ${merchantId}`);

describe("the five-minute check", () => {
  it("passes on a consistent ledger, leaves the write lock off, and reads only new entries the next time", async () => {
    await aWallet(db, "mer_1", 500);
    await aWallet(db, "mer_2", 700);
    expect(await audit()).toMatchObject({ passed: true, findings: { entries: 2 } });
    await spend("k", 100);
    expect(await audit()).toMatchObject({ passed: true, findings: { entries: 1 } });
    expect(await audit()).toMatchObject({ passed: true, findings: { entries: 0 } });
    expect(await loadVerifiedPosition("mer_1")).toEqual({ entries: 2, available_halalas: 400 });
  });

  it("finds a balance that was tampered with, stops money writes at once, and reads still work", async () => {
    await aWallet(db, "mer_1", 500);
    await db.run(sql`update wallet.accounts set balance_halalas = 501 where name = ${available("mer_1")}`);
    const { passed, findings } = await audit();
    expect([passed, findings.wrong_balances, findings.ledger_sum_halalas]).toEqual([false, 1, 1]);
    await expect(spend("k", 100)).rejects.toMatchObject({ code: "wallet.money_stopped" });
    expect((await loadBalance(testContext(db))).balance_halalas).toBe(501);
    expect((await loadLedgerState(db)).state).toBe("wrong");
  });

  it("finds a tampered balance of a merchant without new entries", async () => {
    await aWallet(db, "mer_1", 500);
    await audit();
    await db.run(sql`update wallet.accounts set balance_halalas = 499 where name = ${available("mer_1")}`);
    expect(await audit()).toMatchObject({ passed: false, findings: { wrong_balances: 1 } });
  });

  it.each([
    ["its amount", sql`update wallet.entries set amount_halalas = 99 where key = 'k1'`],
    [
      "the wallet's balance after it",
      sql`update wallet.entries set from_balance_after = 399 where key = 'k1'`,
    ],
    [
      "the platform's balance after it",
      sql`update wallet.entries set to_balance_after = 99 where key = 'k1'`,
    ],
    ["the wallet's total after it", sql`update wallet.entries set wallet_balance_after = 1 where key = 'k1'`],
    ["the entry itself, deleted", sql`delete from wallet.entries where key = 'k1'`],
  ])("finds a new entry that was tampered with: %s", async (_what, statement) => {
    await aWallet(db, "mer_1", 500);
    await audit();
    await spend("k1", 100);
    await spend("k2", 50);
    await tamper(statement);
    expect((await audit()).passed).toBe(false);
    await expect(spend("k3", 1)).rejects.toMatchObject({ code: "wallet.money_stopped" });
  });

  it("finds reserves, debts and paid deposits that do not match the entries", async () => {
    await aWallet(db, "mer_1", 500);
    await tamper(sql`
      insert into wallet.holds (merchant_id, purpose, subject, target_halalas, held_halalas)
      values ('mer_1', 'campaign', 'c', 5, 5)`);
    await tamper(sql`
      insert into wallet.receivables (merchant_id, number, kind, reference, day, amount_halalas, owed_halalas)
      values ('mer_1', 1, 'ad_spend', 'c', ${night}, 5, 5)`);
    await tamper(sql`
      insert into wallet.credited_payments (merchant_id, payment_id, deposit_id, amount_halalas, credited_at)
      values ('mer_1', 'p', 'd', 5, now())`);
    const { findings } = await audit();
    expect(findings).toMatchObject({ wrong_reserves: 1, wrong_receivables: 1, wrong_deposits: 1 });
  });

  it("does not skip an entry whose transaction was still open while a later number was verified", async () => {
    if (db.driver.kind === "embedded") return; // PGlite has one session: no second transaction can be open.
    await aWallet(db, "mer_1", 500);
    await aWallet(db, "mer_2", 500);
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let hasNumber = () => {};
    const numbered = new Promise<void>((resolve) => {
      hasNumber = resolve;
    });
    const early = makeDb(db.driver).transaction(async (tx) => {
      await tx.run(sql`
        select wallet.transfer('mer_1', 'early', 'mer_1:available', 'rawaj:ad_spend:00', 100, 'ad_spend', 'c', ${night}, now())`);
      hasNumber();
      await held;
    });
    await numbered;
    await db.run(sql`
      select wallet.transfer('mer_2', 'late', 'mer_2:available', 'rawaj:ad_spend:01', 50, 'ad_spend', 'c', ${night}, now())`);
    expect(await audit()).toMatchObject({ passed: true, findings: { entries: 3 } });
    finish();
    await early;
    expect(await audit()).toMatchObject({ passed: true, findings: { entries: 1 } });
    expect(await loadVerifiedPosition("mer_1")).toEqual({ entries: 2, available_halalas: 400 });
  });

  it("passes while other transactions move money", async () => {
    for (const merchant of ["mer_1", "mer_2", "mer_3"]) await aWallet(db, merchant, 10_000);
    const moves = Array.from({ length: 60 }, (_, n) => spend(`k${n}`, 10, `mer_${(n % 3) + 1}`));
    const checks = [audit(), audit(), audit()];
    for (const { passed } of await Promise.all(checks)) expect(passed).toBe(true);
    await Promise.all(moves);
    await audit();
    expect(await loadVerifiedPosition("mer_1")).toEqual({ entries: 21, available_halalas: 9_800 });
    expect((await auditWhole()).findings.entries).toBe(63);
  });

  it("that misses its deadline is alarmed, keeps what it verified, and the next continues from there", async () => {
    await aWallet(db, "mer_1", 500);
    const errors: unknown[] = [];
    const capturingLog = {
      ...log,
      error: (details: unknown) => errors.push(details),
    } as unknown as typeof log;
    const late = await auditLedger({ systemClock, log: capturingLog })(db, { isOver });
    expect([late.isFinished, errors]).toEqual([false, [{ alarm: "ledger_check_unfinished" }]]);
    expect((await loadVerifiedPosition("mer_1")).entries).toBe(1);
    expect(await audit()).toMatchObject({ isFinished: true, findings: { entries: 0 } });
  });
});

describe("the nightly check of the whole ledger", () => {
  it("finds a changed entry before the verified position, which the five-minute check does not read", async () => {
    await aWallet(db, "mer_1", 500);
    await spend("k1", 100);
    await spend("k2", 100);
    await audit();
    await tamper(sql`update wallet.entries set from_balance_after = 401 where key = 'k1'`);
    expect((await audit()).passed).toBe(true);
    expect((await auditWhole()).findings.wrong_running_balances).toBe(1);
    await expect(spend("k3", 1)).rejects.toMatchObject({ code: "wallet.money_stopped" });
  });

  it("checks every partition, continues where it stopped, and runs once a night", async () => {
    for (let n = 1; n <= 20; n += 1) await aWallet(db, `mer_${n}`, 100 * n);
    expect((await auditWholeLedger(deps)(db, { night, isOver })).isFinished).toBe(false);
    await db.run(sql`
      insert into wallet.whole_check (night, part, after_account, entries, is_finished) values (${night}, 7, '', 0, false)`);
    const rest = (await auditWhole()).findings.entries;
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(20);
    await db.run(sql`delete from wallet.whole_check`);
    expect((await auditWhole()).findings.entries).toBe(20);
    await auditWhole();
    const runs = await db.many(sql`select 1 from wallet.audits where scope = 'whole'`);
    expect(runs).toHaveLength(2);
  });

  it("ends though an account has more entries than one run has time for, and reads each of them once", async () => {
    await aWallet(db, "mer_1", 10_000);
    for (let n = 1; n <= 11; n += 1) await spend(`k${n}`, 10);
    let runs = 0;
    for (let isFinished = false; !isFinished && runs < 40; runs += 1) {
      // Each run has time for one step of two entries.
      let steps = 0;
      const run = await auditWholeLedger(deps)(db, { night, isOver: () => ++steps > 1, limit: 2 });
      isFinished = run.isFinished;
      if (isFinished) expect(run.findings.entries).toBe(12);
    }
    expect(runs).toBeGreaterThan(6);
    expect(runs).toBeLessThan(40);
    expect(await db.many(sql`select passed from wallet.audits where scope = 'whole'`)).toEqual([
      { passed: true },
    ]);
  });

  it("finds a changed entry in the part of an account that a later run reads", async () => {
    await aWallet(db, "mer_1", 10_000);
    for (let n = 1; n <= 11; n += 1) await spend(`k${n}`, 10);
    await tamper(sql`update wallet.entries set from_balance_after = 1 where key = 'k9'`);
    let wrong = 0;
    for (let runs = 0; wrong === 0 && runs < 40; runs += 1) {
      let steps = 0;
      const run = await auditWholeLedger(deps)(db, { night, isOver: () => ++steps > 1, limit: 2 });
      wrong = run.findings.wrong_running_balances;
    }
    expect(wrong).toBe(1);
  });
});

describe("the state of the checks", () => {
  it("is late when no check has finished in time, though none has failed", async () => {
    expect((await loadLedgerState(db)).state).toBe("right");
    await aWallet(db, "mer_1", 500);
    await audit();
    await auditWhole();
    expect((await loadLedgerState(db)).state).toBe("right");
    await db.run(
      sql`update wallet.audits set checked_at = now() - interval '13 minutes' where scope = 'new'`,
    );
    expect(await loadLedgerState(db)).toMatchObject({ state: "late", ageSeconds: { new: 780 } });
    const errors: object[] = [];
    const capturingLog = {
      ...log,
      error: (details: object) => errors.push(details),
    } as unknown as typeof log;
    const watch = watchLedgerChecks({ systemClock, log: capturingLog });
    await watch(db, { upSeconds: 60 });
    await watch(db, { upSeconds: 3_600 });
    expect(errors).toMatchObject([{ alarm: "ledger_check_late" }]);
  });
});

describe("a check of one merchant", () => {
  it("adds new entries to what was verified, and reports on the whole", async () => {
    await aWallet(db, "mer_1", 500);
    await audit();
    await spend("k1", 100);
    const { position, findings } = await auditOwn("mer_1");
    expect([position.entries, findings.entries, position.available_halalas]).toEqual([2, 1, 400]);
  });

  it("of a merchant without a wallet finds nothing wrong", async () => {
    expect((await auditOwn("mer_9")).position.entries).toBe(0);
  });
});
