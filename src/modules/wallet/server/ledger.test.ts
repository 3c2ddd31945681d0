import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql, sqlState } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aWallet, listEntries, paymentsWithCards } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { loadBalance, type Transfer, transfer } from "./ledger.ts";
import { makeWalletFacade } from "./wallet.facade.ts";

const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const pay = (key: string, amount: number, changes: Partial<Transfer> = {}): Transfer => ({
  key,
  from: available("mer_1"),
  to: platformAccount("ad_spend", "mer_1"),
  amount: halalas(amount),
  kind: "ad_spend",
  reference: "cmp_1",
  day: "2026-11-21" as RiyadhDay,
  ...changes,
});
const send = (move: Transfer, merchantId = "mer_1") =>
  transact(testContext(db, merchantId), (ctx) => transfer(ctx, move));
const load = (merchantId = "mer_1") => loadBalance(testContext(db, merchantId));
const toOutcome = (work: Promise<unknown>) => work.then(() => "done", sqlState);

describe("a transfer", () => {
  it("repeated under one key moves money once and answers with the first entry", async () => {
    await aWallet(db, "mer_1", 10_000);
    const first = await send(pay("k1", 400));
    expect(await send(pay("k1", 400))).toEqual(first);
    expect((await load()).balance_halalas).toBe(9_600);
  });

  it("under a used key with other values is refused", async () => {
    await aWallet(db, "mer_1", 10_000);
    await send(pay("k1", 400));
    expect(await toOutcome(send(pay("k1", 401)))).toBe("WL002");
    expect(await toOutcome(send(pay("k1", 400, { reference: "cmp_2" })))).toBe("WL002");
  });

  it("of the last halala passes, and of one halala more does not", async () => {
    await aWallet(db, "mer_1", 500);
    expect(await toOutcome(send(pay("k1", 501)))).toBe("23514");
    expect(await toOutcome(send(pay("k2", 500)))).toBe("done");
    expect((await load()).balance_halalas).toBe(0);
  });

  it("of nothing, of less than nothing, or to the same account is refused", async () => {
    await aWallet(db, "mer_1", 500);
    for (const move of [pay("a", 0), pay("b", -5), pay("c", 5, { to: available("mer_1") })]) {
      expect(await toOutcome(send(move))).toBe("23514");
    }
  });

  it("never touches another merchant's wallet", async () => {
    await aWallet(db, "mer_1", 500);
    await aWallet(db, "mer_2", 500);
    expect(await toOutcome(send(pay("k", 100, { from: available("mer_2") })))).toBe("WL003");
  });
});

describe("the ledger's history", () => {
  it("cannot be edited, deleted or truncated, not even through a partition", async () => {
    await aWallet(db, "mer_1", 500);
    const attempts = [
      sql`update wallet.entries set amount_halalas = 1`,
      sql`delete from wallet.entries`,
      sql`truncate wallet.entries`,
      sql`truncate wallet.entries_0, wallet.entries_1`,
    ];
    for (const attempt of attempts) expect(await toOutcome(db.run(attempt))).toBe("WL004");
    expect(await listEntries(db, "mer_1")).toHaveLength(1);
  });

  it("is consistent after any sequence of deposits, reserves, reports and corrections, with repeats", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (operations) => {
        await db.reset();
        await aCard(db, "mer_1");
        for (const [index, step] of operations.entries()) {
          await perform(step, index);
          if (step.again) await perform(step, index);
          const { balance_halalas, available_halalas, reserved_halalas } = await load();
          expect(Math.min(balance_halalas, available_halalas, reserved_halalas)).toBeGreaterThanOrEqual(0);
        }
        const findings = await verifyLedger(db);
        expect(isConsistent(findings), JSON.stringify(findings)).toBe(true);
        expect(await conserved(operations)).toBe(true);
      }),
      { numRuns: process.env.TEST_DATABASE_URL ? 15 : 30 },
    );
  });
});

type Operation = {
  kind: "deposit" | "reserve" | "spend";
  campaign: number;
  day: number;
  amount: number;
  again: boolean;
};
const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom("deposit" as const, "reserve" as const, "spend" as const),
  campaign: fc.integer({ min: 1, max: 2 }),
  day: fc.integer({ min: 19, max: 21 }),
  amount: fc.integer({ min: 0, max: 50_000 }),
  again: fc.boolean(),
});

async function perform({ kind, campaign, day, amount }: Operation, index: number) {
  const campaign_id = `cmp_${campaign}`;
  if (kind === "deposit") {
    if (amount > 0) await aWallet(db, "mer_1", amount, `deposit:${index}`);
  } else if (kind === "reserve") {
    const input = { purpose: "campaign", subject: campaign_id, amount_halalas: amount, title: "" } as const;
    await transact(testContext(db), (ctx) => wallet.hold(ctx, input)).catch((error: { code?: string }) =>
      expect(error.code).toBe("wallet.balance_not_enough"),
    );
  } else {
    const report = { campaign_id, day: `2026-11-${day}` as RiyadhDay, total_halalas: amount };
    await transact(testContext(db), (ctx) => wallet.settleSpends(ctx, [report]));
  }
}

/** The wallet holds: deposits, less the last report of each campaign and day, plus what is owed for them. */
async function conserved(operations: Operation[]): Promise<boolean> {
  const deposits = operations
    .filter((step) => step.kind === "deposit")
    .reduce((sum, { amount }) => sum + amount, 0);
  const last = new Map(
    operations
      .filter((step) => step.kind === "spend")
      .map((step) => [`${step.campaign} ${step.day}`, step.amount]),
  );
  const spent = [...last.values()].reduce((sum, amount) => sum + amount, 0);
  const { owed } = await db.one<{ owed: number }>(
    sql`select coalesce(sum(amount_halalas) filter (where kind = 'ad_spend'), 0)::bigint
      - coalesce((select sum(amount_halalas) from wallet.entries where kind in ('shortage_settled', 'owed_settled')), 0)::bigint as owed
    from wallet.receivables`,
  );
  return deposits - spent + owed === (await load()).balance_halalas;
}

describe("concurrent transfers", () => {
  it("of 40 spends of the whole balance exactly one succeeds", async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const merchantId = `mer_r${round}`;
      await aWallet(db, merchantId, 7_777);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          toOutcome(send(toSpend(merchantId, `k${index}`, 7_777), merchantId)),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "23514")).toHaveLength(39);
      expect((await load(merchantId)).balance_halalas).toBe(0);
    }
  });

  it("of 32 withdrawals from a balance that covers ten exactly ten succeed", async () => {
    await aWallet(db, "mer_1", 1_050);
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, (_, index) => toOutcome(send(toSpend("mer_1", `k${index}`, 100)))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(10);
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });

  it("of 20 with one key have one effect", async () => {
    await aWallet(db, "mer_1", 1_050);
    const entries = await Promise.all(Array.from({ length: 20 }, () => send(pay("same", 100))));
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1);
    expect((await load()).balance_halalas).toBe(950);
  });

  it("a merchant's reserves, spend settlements and deposits of all kinds never deadlock", async () => {
    await aCard(db, "mer_1");
    await aWallet(db, "mer_1", 100_000);
    const day = "2026-11-21" as RiyadhDay;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const campaign_id = `cmp_${index % 3}`;
        if (index % 3 === 0) return aWallet(db, "mer_1", 10, `more:${index}`);
        if (index % 3 === 1)
          return transact(testContext(db), (ctx) =>
            wallet.hold(ctx, {
              purpose: "campaign",
              subject: campaign_id,
              amount_halalas: index * 100,
              title: "",
            }),
          );
        return transact(testContext(db), (ctx) =>
          wallet.settleSpends(ctx, [{ campaign_id, day, total_halalas: index * 50 }]),
        );
      }),
    );
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });
});

function toSpend(merchantId: string, key: string, amount: number): Transfer {
  return pay(key, amount, {
    from: available(merchantId),
    to: platformAccount("ad_spend", merchantId),
  });
}
