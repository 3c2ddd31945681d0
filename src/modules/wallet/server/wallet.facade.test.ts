import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aWallet, listEntries, paymentsWithCards } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { loadBalance } from "./ledger.ts";
import { listTransactions } from "./list-transactions.ts";
import { makeWalletFacade } from "./wallet.facade.ts";

const clock = frozenClock("2026-11-21T09:00:00Z");
const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const merchantId = "mer_1";
const today = "2026-11-21" as RiyadhDay;
const yesterday = "2026-11-20" as RiyadhDay;
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  clock.set("2026-11-21T09:00:00Z");
  await db.reset();
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await db.close();
});

const own = () => testContext(db, merchantId, clock.now());
const reserve = (amount_halalas: number, campaign_id = "cmp_1") =>
  transact(own(), (ctx) =>
    wallet.hold(ctx, { purpose: "campaign", subject: campaign_id, amount_halalas, title: "تمور" }),
  );
const spend = (total_halalas: number, day = today, campaign_id = "cmp_1") =>
  transact(own(), (ctx) => wallet.settleSpends(ctx, [{ campaign_id, day, total_halalas }]));
async function money() {
  const { balance_halalas, reserved_halalas, available_halalas } = await loadBalance(own());
  return [balance_halalas, reserved_halalas, available_halalas];
}
async function events(name: string) {
  return db.many<{ details: Record<string, unknown> }>(
    sql`select details from base.events where name = ${name} order by id`,
  );
}

describe("a reserve", () => {
  beforeEach(() => aCard(db, merchantId));

  it("is a target: set again nothing moves, lowered the money returns", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    await reserve(4_000);
    expect(await money()).toEqual([10_000, 4_000, 6_000]);
    await reserve(1_500);
    expect(await money()).toEqual([10_000, 1_500, 8_500]);
    expect(await listEntries(db, merchantId)).toHaveLength(3);
    // Subscribers get one event for each real change, and none for a repeated call.
    expect(await events("wallet.hold_changed")).toHaveLength(2);
  });

  it("of several things together is asked for first: refused exactly past the available balance, and nothing moves", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    const ask = (amount_halalas: number) =>
      transact(own(), (ctx) => wallet.requireFunds(ctx, { amount_halalas }));
    await ask(6_000);
    await expect(ask(6_001)).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
    expect(await money()).toEqual([10_000, 4_000, 6_000]);
  });

  it("is previewed one after the other, each with what those before it leave, and nothing moves", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    const take = await wallet.previewHolds(own());
    take({ amount_halalas: 5_000 });
    expect(() => take({ amount_halalas: 1_001 })).toThrow(
      expect.objectContaining({
        code: "wallet.balance_not_enough",
        params: { missing: "0.01", missing_halalas: 1 },
      }),
    );
    take({ amount_halalas: 1_000 });
    expect(await money()).toEqual([10_000, 4_000, 6_000]);
    await db.run(sql`update payments.cards set removed_at = now()`);
    const withoutCard = await wallet.previewHolds(own());
    expect(() => withoutCard({ amount_halalas: 0 })).toThrow(
      expect.objectContaining({ code: "wallet.card_required" }),
    );
  });

  it("leaves an audit entry of who set which target, and its event names them too", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    await reserve(1_500);
    await reserve(1_500);
    const member = { actor_kind: "member", actor_id: merchantId };
    const change = { module: "wallet", action: "wallet.hold_changed", subject: "cmp_1", ...member };
    expect(await listAudit(own(), {})).toMatchObject([
      { ...change, before: { target_halalas: 4_000 }, after: { target_halalas: 1_500 } },
      { ...change, before: { target_halalas: 0 }, after: { target_halalas: 4_000 } },
    ]);
    const published = await db.many(
      sql`select actor_kind, actor_id from base.events where name = 'wallet.hold_changed'`,
    );
    expect(published).toEqual([member, member]);
  });

  it("of exactly the available balance is held; of one halala more is refused with what is missing", async () => {
    await aWallet(db, merchantId, 10_000);
    await expect(reserve(10_001)).rejects.toMatchObject({
      code: "wallet.balance_not_enough",
      status: 402,
      params: { missing: "0.01", missing_halalas: 1 },
    });
    await reserve(10_000);
    expect(await money()).toEqual([10_000, 10_000, 0]);
  });

  it("does not grow without a card on file, and shrinks without one", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    await db.run(sql`update payments.cards set removed_at = now()`);
    await expect(reserve(4_001)).rejects.toMatchObject({ code: "wallet.card_required", status: 409 });
    await reserve(0);
    expect(await money()).toEqual([10_000, 0, 10_000]);
  });

  it("does not count a card past its month", async () => {
    await aWallet(db, merchantId, 10_000);
    await db.run(sql`update payments.cards set expiry_year = 2024`);
    await expect(reserve(1)).rejects.toMatchObject({ code: "wallet.card_required" });
  });
});

describe("spend", () => {
  beforeEach(() => aCard(db, merchantId));

  it("reported again takes only the difference, and the same report takes nothing", async () => {
    await aWallet(db, merchantId, 10_000);
    await spend(1_000);
    await spend(1_000);
    await spend(1_300);
    expect(await money()).toEqual([8_700, 0, 8_700]);
  });

  it("is taken from the reserve, which the available balance refills", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    await spend(1_000);
    expect(await money()).toEqual([9_000, 4_000, 5_000]);
    expect((await listEntries(db, merchantId)).map((entry) => entry.kind)).toEqual([
      "deposit",
      "reserve",
      "ad_spend",
      "reserve",
    ]);
  });

  it("above the reserve is taken from the available balance", async () => {
    await aWallet(db, merchantId, 10_000);
    await reserve(4_000);
    await spend(9_000);
    expect(await money()).toEqual([1_000, 1_000, 0]);
  });

  it("corrected down returns to the available balance", async () => {
    await aWallet(db, merchantId, 10_000);
    await spend(6_000);
    await spend(2_500);
    expect(await money()).toEqual([7_500, 0, 7_500]);
  });

  it("that no money covers is owed, the wallet is at zero, and a correction settles it first", async () => {
    await aWallet(db, merchantId, 1_000);
    await spend(1_500);
    expect(await money()).toEqual([0, 0, 0]);
    await spend(1_200);
    expect(await money()).toEqual([0, 0, 0]);
    await spend(900);
    expect(await money()).toEqual([100, 0, 100]);
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });

  it("of many days in one call gives the same result as the same days one by one", async () => {
    const days = [
      { campaign_id: "cmp_1", day: today, total_halalas: 3_000 },
      { campaign_id: "cmp_2", day: today, total_halalas: 2_500 },
      { campaign_id: "cmp_1", day: yesterday, total_halalas: 4_000 },
      { campaign_id: "cmp_2", day: yesterday, total_halalas: 1_500 },
    ];
    const sums = () =>
      db.many(sql`
        select campaign_id, day, total_halalas from wallet.settled_days order by campaign_id, day`);
    const outcomes = [];
    for (const isAtOnce of [true, false]) {
      await db.reset();
      await aCard(db, merchantId);
      await aWallet(db, merchantId, 20_000);
      await reserve(2_000);
      for (const round of [days, days.map((one) => ({ ...one, total_halalas: one.total_halalas - 400 }))]) {
        if (isAtOnce) await transact(own(), (ctx) => wallet.settleSpends(ctx, round));
        else
          for (const { total_halalas, day, campaign_id } of round)
            await spend(total_halalas, day, campaign_id);
      }
      outcomes.push({ money: await money(), sums: await sums() });
      expect(isConsistent(await verifyLedger(db))).toBe(true);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toMatchObject({ money: [10_600, 2_000, 8_600] });
  });

  it("of two campaigns and two days never mixes", async () => {
    await aWallet(db, merchantId, 10_000);
    await spend(1_000, today, "cmp_1");
    await spend(2_000, today, "cmp_2");
    await spend(500, "2026-11-20" as RiyadhDay, "cmp_1");
    await spend(1_100, today, "cmp_1");
    expect(await money()).toEqual([6_400, 0, 6_400]);
  });
});

describe("running low", () => {
  beforeEach(async () => {
    await aCard(db, merchantId);
    await aWallet(db, merchantId, 100_000);
    clock.set("2026-11-20T09:00:00Z");
    await spend(10_000, "2026-11-20" as RiyadhDay);
    clock.set("2026-11-21T09:00:00Z");
  });

  it("is published once with the day it ends, and again only after it was better", async () => {
    await spend(60_001);
    await spend(60_500);
    expect((await events("wallet.ran_low")).map((row) => row.details)).toEqual([{ ends_on: "2026-11-23" }]);
    await aWallet(db, merchantId, 100_000, "deposit:more");
    await spend(60_600);
    await spend(165_000);
    expect(await events("wallet.ran_low")).toHaveLength(2);
  });

  it("is not published for money that lasts exactly three days", async () => {
    await spend(60_000);
    expect(await events("wallet.ran_low")).toEqual([]);
  });

  it("out is published when a reserve cannot be refilled, once", async () => {
    await reserve(80_000);
    await spend(10_001);
    await spend(20_000);
    expect(await events("wallet.ran_out")).toHaveLength(1);
    expect((await money())[1]).toBeLessThan(80_000);
  });

  it("out is not published when a start has merely reserved everything", async () => {
    await reserve(90_000);
    expect(await events("wallet.ran_out")).toEqual([]);
  });
});

describe("the statement", () => {
  beforeEach(async () => {
    await aCard(db, merchantId);
    await aWallet(db, merchantId, 100_000);
    await reserve(20_000);
    for (let day = 10; day <= 21; day += 1) await spend(100 * day, `2026-11-${day}` as RiyadhDay);
  });
  const list = (query: object = {}) => listTransactions(own(), { page: 1, size: 5, ...query });

  it("shows what entered and left with the balance after it, newest first, without internal transfers", async () => {
    const { items, total } = await list();
    expect(total).toBe(13);
    expect(items.map((item) => item.number)).toEqual([13, 12, 11, 10, 9]);
    expect(items[0]).toMatchObject({
      charge_type: "withdrawal",
      kind: "ad_spend",
      amount_halalas: 2_100,
      amount_after_halalas: (await money())[0],
      reference: "cmp_1",
      day: today,
    });
    for (const [index, item] of items.slice(0, -1).entries()) {
      expect(items[index + 1]?.amount_after_halalas).toBe(item.amount_after_halalas + item.amount_halalas);
    }
  });

  it("has a last page with the first deposit, and nothing after it", async () => {
    expect((await list({ page: 3 })).items.map((item) => item.kind)).toEqual([
      "ad_spend",
      "ad_spend",
      "deposit",
    ]);
    expect((await list({ page: 4 })).items).toEqual([]);
    expect((await list({ page: 900_000 })).items).toEqual([]);
  });

  it("can be filtered by deposits, by withdrawals, and by Riyadh days", async () => {
    expect((await list({ charge_type: "deposit" })).total).toBe(1);
    expect((await list({ charge_type: "withdrawal" })).total).toBe(12);
    const days = await list({ from: "2026-11-12", to: "2026-11-14", charge_type: "withdrawal" });
    expect(days.items.map((item) => item.day)).toEqual(["2026-11-14", "2026-11-13", "2026-11-12"]);
  });

  it.each([{}, { charge_type: "withdrawal" }, { from: "2026-11-11", to: "2026-11-20" }])(
    "reaches every line by the cursor of the page before, filtered by %j",
    async (filter) => {
      const all = await list({ ...filter, size: 100 });
      const numbers: number[] = [];
      let after: string | undefined;
      do {
        const { items, total, next } = await list({ ...filter, size: 4, after });
        expect(total).toBe(all.total);
        numbers.push(...items.map(({ number }) => number));
        after = next ?? undefined;
      } while (after !== undefined);
      expect(numbers).toEqual(all.items.map(({ number }) => number));
      expect(numbers).toHaveLength(all.total);
    },
  );
});
