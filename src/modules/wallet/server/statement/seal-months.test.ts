import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordMoves } from "../../testing/moves.ts";
import { findLedgerMonth, noHash, streamLedgerEntries } from "./ledger-month.ts";
import { listMonths } from "./list-months.ts";
import { computeSeal, makeEntriesHash, toEntryLine } from "./seal.ts";
import { sealMonths } from "./seal-months.ts";

const merchantId = "mer_1";
const systemClock = frozenClock("2026-12-01T00:00:00Z");
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const own = () => testContext(db, merchantId, new Date("2026-12-01T09:00:00Z"));
const seal = (now: string) => sealMonths({ systemClock })(db, { now: new Date(now) });
const deposit = (at: string, amount: number) =>
  recordMoves(db, merchantId, [{ at, kind: "deposit", reference: "dep_1", amount, key: `deposit:${at}` }]);

/** What the entries of a month hash to now. */
async function hashEntries(month: string): Promise<string> {
  const range = await findLedgerMonth(own(), month);
  const hash = makeEntriesHash();
  if (range)
    for await (const batch of streamLedgerEntries(own(), range))
      for (const entry of batch) hash.add(toEntryLine(entry));
  return hash.digest();
}

describe("a month that has ended", () => {
  beforeEach(async () => {
    await deposit("2026-10-05T09:00:00Z", 10_000);
    await deposit("2026-10-06T09:00:00Z", 5_000);
    await deposit("2026-11-07T09:00:00Z", 2_500);
  });

  it("is sealed with its balances, and names the seal of the month before", async () => {
    await seal("2026-12-01T02:41:00Z");
    const [november, october] = (await listMonths(own())).items;
    const facts = {
      merchant_id: merchantId,
      entries: 2,
      month: "2026-10",
      opening_halalas: 0,
      closing_halalas: 15_000,
    };
    const first = { ...facts, entries_hash: await hashEntries("2026-10"), previous_hash: noHash };
    expect(october?.hash).toBe(computeSeal(first));
    const second = {
      merchant_id: merchantId,
      month: "2026-11",
      opening_halalas: 15_000,
      closing_halalas: 17_500,
      entries: 1,
      entries_hash: await hashEntries("2026-11"),
      previous_hash: october?.hash ?? "",
    };
    expect(november?.hash).toBe(computeSeal(second));
  });

  it("is not sealed before its end in Riyadh, and is sealed once", async () => {
    await seal("2026-10-31T20:59:00Z");
    expect((await listMonths(own())).items.map(({ is_sealed }) => is_sealed)).toEqual([false, false]);
    await seal("2026-10-31T21:00:00Z");
    const before = (await listMonths(own())).items;
    expect(before.map(({ is_sealed }) => is_sealed)).toEqual([false, true]);
    await seal("2026-10-31T21:10:00Z");
    expect((await listMonths(own())).items).toEqual(before);
  });

  it("gets no further entry, whatever a clock says afterwards", async () => {
    await seal("2026-12-01T02:41:00Z");
    const before = await hashEntries("2026-11");
    await deposit("2026-11-30T12:00:00Z", 100);
    expect(await hashEntries("2026-11")).toBe(before);
    expect((await listMonths(own())).items[0]).toMatchObject({ month: "2026-12", opening_halalas: 17_500 });
  });

  it("cannot be unsealed, and an edited entry no longer fits its seal", async () => {
    await seal("2026-12-01T02:41:00Z");
    await expect(db.run(sql`update wallet.statement_months set closing_halalas = 1`)).rejects.toThrow(
      "sealed",
    );
    await expect(db.run(sql`delete from wallet.statement_months`)).rejects.toThrow("sealed");
    const sealed = await findLedgerMonth(own(), "2026-10");
    await db.driver.script(
      `set session_replication_role = replica; update wallet.entries set amount_halalas = 5001
       where amount_halalas = 5000; set session_replication_role = origin`,
    );
    expect(await hashEntries("2026-10")).not.toBe(sealed?.seal?.entries_hash);
  });
});
