import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "../testing/db.ts";
import { systemClock } from "./clock.ts";
import { type Db, sql } from "./db/db.ts";
import { consumeRateLimit, deleteExpiredRateLimits } from "./rate-limit.ts";

let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const consume = (key: string, now: Date, from: Db = db) =>
  consumeRateLimit(from, { key, limit: 3, windowSeconds: 3_600, now });

describe("a rate limit", () => {
  it("allows uses up to its limit, then refuses until its window ends", async () => {
    for (let n = 0; n < 3; n += 1)
      expect(await consume("verify:mer_1", at("09:10:00"))).toEqual({ isAllowed: true });
    expect(await consume("verify:mer_1", at("09:59:30"))).toEqual({
      isAllowed: false,
      retryAfterSeconds: 30,
    });
    expect(await consume("verify:mer_1", at("10:00:00"))).toEqual({ isAllowed: true });
  });

  it("of one key takes nothing from another", async () => {
    for (let n = 0; n < 4; n += 1) await consume("verify:mer_1", at("09:10:00"));
    expect(await consume("verify:mer_2", at("09:10:00"))).toEqual({ isAllowed: true });
  });

  it("is exact under concurrency", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => consume("connect:mer_1", at("09:10:00"))),
    );
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
  });

  it("of zero refuses everything", async () => {
    const none = { key: "never", limit: 0, windowSeconds: 60, now: at("09:00:59") };
    expect(await consumeRateLimit(db, none)).toEqual({ isAllowed: false, retryAfterSeconds: 1 });
  });

  it("returns a use when the transaction that took it rolls back", async () => {
    const failing = db.transaction(async (tx) => {
      for (let n = 0; n < 3; n += 1) await consume("verify:mer_1", at("09:10:00"), tx);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await consume("verify:mer_1", at("09:10:00"))).toEqual({ isAllowed: true });
  });

  it("is deleted some time after its window", async () => {
    await consume("verify:mer_1", new Date("2020-01-01T00:00:00Z"));
    await consume("verify:mer_2", systemClock.now());
    await deleteExpiredRateLimits(db);
    expect(await db.many(sql`select key from base.rate_limits`)).toEqual([{ key: "verify:mer_2" }]);
  });
});
