import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import { aPurchase, aSubscription } from "../../testing/stock-builders.ts";
import { expireLots } from "./expire-lots.ts";
import { releaseUnfinished } from "./release-unfinished.ts";
import { makeStockFacade } from "./stock.facade.ts";
import { presentStock, presentUsages } from "./stock.present.ts";
import { withdrawLots } from "./withdraw-lots.ts";

const start = new Date("2026-11-21T09:00:00Z");
const day = 86_400_000;
const daysLater = (days: number) => new Date(start.getTime() + days * day);
const systemClock = frozenClock("2026-11-21T09:00:00Z");
const stock = makeStockFacade({ systemClock });
const log = makeLog("silent");
const reason = { ar: "وصف منتج", en: "A product's description" };
let db: TestDb;
let keys = 0;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const at = (now = start) => testContext(db, "mer_1", now);
const buy = (
  units: number,
  when = start,
  service: StockService = "writer_words",
  validDays: number | null = 365,
) => aPurchase(db, "mer_1", { service, units, validDays, at: when });
const reserve = (
  units: number,
  now = start,
  service: StockService = "writer_words",
  key = `work-${++keys}`,
) => stock.reserve(at(now), { service, units, key, reason });
async function find(service: StockService = "writer_words", now = start) {
  const { items } = await presentStock(at(now));
  const found = items.find((item) => item.service === service);
  if (!found) throw new Error(`no ${service}`);
  return found;
}
const lotsLeft = async (now = start) => (await find("writer_words", now)).lots.map((lot) => lot.left_units);

describe("bought units", () => {
  it("are used from the oldest lot, and an answer that fails costs nothing", async () => {
    await buy(100, daysLater(-2));
    await buy(50, daysLater(-1));
    const failed = await reserve(120);
    expect(await find()).toMatchObject({ available_units: 30, reserved_units: 120 });
    await stock.release(at(), { reservation: failed });
    expect(await lotsLeft()).toEqual([100, 50]);
    const done = await reserve(120);
    expect(await stock.settle(at(), { reservation: done, units: 110 })).toBe(110);
    expect(await lotsLeft()).toEqual([40]);
    expect(await find()).toMatchObject({ available_units: 40, reserved_units: 0 });
  });

  it("are counted once when a work is settled twice, released afterwards, or reserved again with its key", async () => {
    await buy(100);
    const first = await reserve(30, start, "writer_words", "one work");
    expect(await reserve(30, start, "writer_words", "one work")).toBe(first);
    await stock.settle(at(), { reservation: first, units: 30 });
    expect(await stock.settle(at(), { reservation: first, units: 10 })).toBe(30);
    await stock.release(at(), { reservation: first });
    expect(await find()).toMatchObject({ available_units: 70, reserved_units: 0 });
    const released = await reserve(30);
    await stock.release(at(), { reservation: released });
    expect(await stock.settle(at(), { reservation: released, units: 30 })).toBe(0);
    expect(await find()).toMatchObject({ available_units: 70 });
  });

  it("can be used without a subscription; what is missing is refused with the reason", async () => {
    await buy(100);
    expect(await stock.mayUse(at(), { service: "writer_words", units: 100 })).toBe(true);
    expect(await stock.mayUse(at(), { service: "writer_words", units: 101 })).toBe(false);
    await expect(reserve(101)).rejects.toMatchObject({ code: "billing.subscription_inactive" });
    await aSubscription(db, "mer_1", start);
    await expect(reserve(10_101)).rejects.toMatchObject({
      code: "billing.stock_not_enough",
      params: { needed: 10_101, available: 10_100 },
    });
  });

  it("of a service that no plan opens are not answered with a plan", async () => {
    await expect(reserve(1, start, "consultation_vouchers")).rejects.toMatchObject({
      code: "billing.stock_not_enough",
      params: { needed: 1, available: 0 },
    });
  });

  it("say how the last of them ended", async () => {
    const ended = async (now = start) => (await find("sms", now)).ended;
    expect(await ended()).toBeNull();
    const orderId = await buy(2, daysLater(-3), "sms");
    expect(await ended()).toBeNull();
    await transact(at(), (ctx) => withdrawLots(ctx, { orderId }));
    expect(await ended()).toBe("withdrawn");
    await buy(1, daysLater(-2), "sms");
    await stock.settle(at(), { reservation: await reserve(1, start, "sms"), units: 1 });
    expect(await ended()).toBe("used");
    await buy(1, daysLater(-1), "sms", 10);
    expect(await ended(daysLater(9))).toBe("expired");
    await expireLots({ log })(db, { now: daysLater(9) });
    expect(await ended(daysLater(9))).toBe("expired");
  });

  it("belong to their merchant", async () => {
    await aPurchase(db, "mer_2", { service: "writer_words", units: 100, at: start });
    expect(await stock.mayUse(at(), { service: "writer_words", units: 1 })).toBe(false);
    const theirs = await stock.reserve(testContext(db, "mer_2", start), {
      service: "writer_words",
      units: 5,
      key: "theirs",
      reason,
    });
    await expect(stock.release(at(), { reservation: theirs })).rejects.toThrow();
  });

  it("end when their time is over, once, and units that come back later end too", async () => {
    await buy(100, start, "writer_words", 10);
    const late = await reserve(40, daysLater(9));
    expect(await stock.mayUse(at(daysLater(10)), { service: "writer_words", units: 1 })).toBe(false);
    await expireLots({ log })(db, { now: daysLater(10) });
    await expireLots({ log })(db, { now: daysLater(11) });
    await stock.settle(at(daysLater(11)), { reservation: late, units: 15 });
    const usages = await presentUsages(at(), { query: { page: 1, size: 10 }, language: "en" });
    expect(usages.items.map(({ kind, units, stock_after }) => [kind, units, stock_after])).toEqual([
      ["expired", 25, 0],
      ["used", 15, 25],
      ["expired", 60, 40],
      ["added", 100, 100],
    ]);
  });

  it("come back when nobody finishes the work within a day", async () => {
    await buy(100);
    await reserve(60);
    await releaseUnfinished({ systemClock, log })(db, { now: start });
    expect(await find()).toMatchObject({ reserved_units: 60 });
    await releaseUnfinished({ systemClock: frozenClock(daysLater(1).toISOString()), log })(db, {
      now: daysLater(1),
    });
    expect(await find()).toMatchObject({ reserved_units: 0, available_units: 100 });
  });
});

describe("a plan's quota", () => {
  it("is used before bought units, and line by line in the history", async () => {
    await aSubscription(db, "mer_1", start);
    await buy(500);
    const done = await reserve(10_200);
    await stock.settle(at(), { reservation: done, units: 10_200 });
    expect(await find()).toMatchObject({
      available_units: 300,
      quota: { limit_units: 10_000, used_units: 10_000, left_units: 0 },
    });
    const usages = await presentUsages(at(), {
      query: { page: 1, size: 10, service: "writer_words", kind: "used" },
      language: "ar",
    });
    expect(usages).toMatchObject({ total: 2 });
    expect(usages.items.map(({ source, units, reason }) => [source, units, reason])).toEqual([
      ["bought", 200, "وصف منتج"],
      ["plan", 10_000, "وصف منتج"],
    ]);
  });

  it("of messages is one for text messages and WhatsApp; consultations have none", async () => {
    await aSubscription(db, "mer_1", start);
    const sms = await reserve(70, start, "sms");
    await stock.settle(at(), { reservation: sms, units: 70 });
    expect((await find("whatsapp")).quota).toMatchObject({
      limit_units: 100,
      used_units: 70,
      left_units: 30,
    });
    await expect(reserve(31, start, "whatsapp")).rejects.toMatchObject({ code: "billing.stock_not_enough" });
    expect((await find("consultation_vouchers")).quota).toBeNull();
  });

  it("is counted anew in the next period, also for a work that began in the last one", async () => {
    await aSubscription(db, "mer_1", start);
    const late = await reserve(9_000);
    await db.run(sql`
      update billing.subscriptions set current_starts_at = current_ends_at,
        current_ends_at = current_ends_at + interval '1 month'`);
    const next = daysLater(35);
    expect((await find("writer_words", next)).quota).toMatchObject({ used_units: 0, reserved_units: 0 });
    await stock.settle(at(next), { reservation: late, units: 9_000 });
    expect((await find("writer_words", next)).quota).toMatchObject({ used_units: 0, left_units: 10_000 });
  });
});

describe("many uses at once", () => {
  it("never take more than there is", async () => {
    await aSubscription(db, "mer_1", start);
    await buy(15, start, "designer_pictures");
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => reserve(1, start, "designer_pictures")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(35);
    expect(await find("designer_pictures")).toMatchObject({ available_units: 0, reserved_units: 15 });
  });

  it("come to the sums of their parts, whatever is reserved, settled and released", async () => {
    const step = fc.record({ units: fc.integer({ min: 1, max: 60 }), share: fc.constantFrom(0, 0.5, 1) });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const merchant = testContext(db, `mer_run_${++runs}`, start);
        for (const units of [50, 30])
          await aPurchase(db, merchant.actor.merchantId, { service: "sms", units, at: start });
        let used = 0;
        for (const [index, { units, share }] of steps.entries()) {
          const work = { service: "sms", units, key: `work-${index}`, reason } as const;
          const reservation = await stock.reserve(merchant, work).catch(() => null);
          if (reservation === null) {
            expect(units).toBeGreaterThan(80 - used);
            continue;
          }
          used += await stock.settle(merchant, { reservation, units: Math.floor(units * share) });
        }
        const { items } = await presentStock(merchant);
        const sms = items.find(({ service }) => service === "sms");
        expect(sms).toMatchObject({ available_units: 80 - used, reserved_units: 0 });
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});

describe("the history", () => {
  it("is never edited", async () => {
    await buy(10);
    await expect(db.run(sql`update billing.stock_movements set units = 1`)).rejects.toThrow(/never changed/);
    await expect(db.run(sql`delete from billing.stock_movements`)).rejects.toThrow(/never changed/);
  });
});
