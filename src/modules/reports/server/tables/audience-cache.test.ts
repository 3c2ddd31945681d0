import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { cacheAudience } from "./audience-cache.ts";

let db: TestDb;
let reads: number;
let isSilent: boolean;
const clock = frozenClock("2026-11-21T09:00:00Z");
const input = { campaignId: "cmp_1", by: "age", from: "2026-11-01", to: "2026-11-20", days: 1 } as const;
const open = () =>
  cacheAudience({
    systemClock: clock,
    findOnPlatform: async () => ({ ad_account_id: "aac_1", platform_id: "plt_1" }),
    bindAdPlatform: () => ({
      readAudience: async () => {
        reads += 1;
        if (isSilent) throw new AdapterFault("later", { reason: "busy" });
        return [];
      },
    }),
  });
const ctx = (merchantId = "mer_1") => testContext(db, merchantId, clock.now());

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  reads = 0;
  isSilent = false;
  clock.set("2026-11-21T09:00:00Z");
  await db.reset();
});
afterAll(() => db.close());

it("a platform is asked once in ten minutes, for each merchant, period and split", async () => {
  const read = open();
  await Promise.all([read(ctx(), input), read(ctx(), input)]);
  expect(reads).toBe(1);
  await read(ctx("mer_2"), input);
  await read(ctx(), { ...input, by: "gender" });
  await read(ctx(), { ...input, from: "2026-11-02" });
  expect(reads).toBe(4);
  clock.set("2026-11-21T09:10:00Z");
  await read(ctx(), input);
  expect(reads).toBe(5);
});

it("a failure is not kept", async () => {
  const read = open();
  isSilent = true;
  await expect(read(ctx(), input)).rejects.toThrow();
  isSilent = false;
  expect((await read(ctx(), input)).rows).toEqual([]);
});
