import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#base/server/context.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { listDeferredAccounts, recordFault, recordSuccess } from "./account-polls.store.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const now = new Date("2026-11-21T09:20:00Z");
const account = { adAccountId: "aac_1", platform: "tiktok", name: "نخلة", currency: "SAR" } as const;
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe("an ad account whose platform does not answer", () => {
  it("is left alone until its next try, and polled at once after an answer", async () => {
    const ctx = systemContext(db, "mer_1", now);
    const fault = new AdapterFault("later", { reason: "busy" });
    const seconds = await recordFault(ctx, account, { fault, systemNow: now });
    expect([...(await listDeferredAccounts(db, inSeconds(seconds - 1)))]).toEqual(["aac_1"]);
    expect((await listDeferredAccounts(db, inSeconds(seconds))).size).toBe(0);

    await recordFault(ctx, account, { fault, systemNow: now });
    await recordSuccess(ctx, account);
    expect((await listDeferredAccounts(db, now)).size).toBe(0);
  });
});
