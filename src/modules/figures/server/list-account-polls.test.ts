import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aMeasuredCampaign, measure } from "../testing/measured.ts";
import { deleteAccountPoll, recordFault, recordPolls, recordSuccess } from "./account-polls.store.ts";
import { findCompleteUntil } from "./complete-until.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const now = new Date("2026-11-21T09:20:00Z");
const early = new Date("2026-11-21T05:00:00Z");
const late = new Date("2026-11-21T08:00:00Z");
const contextAt = (at: Date) => testContext(db, "mer_1", at);
const account = (adAccountId: string) =>
  ({ adAccountId, platform: "snapchat", name: "نخلة", currency: "SAR" }) as const;

/** A campaign of the account; its figures change until a week after it was stopped. */
const run = (adAccountId: string, change: Partial<typeof aMeasuredCampaign> = {}) =>
  measure(contextAt(now), {
    ...aMeasuredCampaign,
    campaign_id: `cmp_of_${adAccountId}`,
    ad_account_id: adAccountId,
    platform_id: `plat_${adAccountId}`,
    may_spend_since: aMeasuredCampaign.starts_at,
    status: "active",
    ...change,
  });
/** The account's figures arrived. */
async function poll(adAccountId: string, at: Date): Promise<void> {
  const campaign = { campaignId: `cmp_of_${adAccountId}`, corrects: false, settles: false };
  await transact(contextAt(at), (ctx) => recordPolls(ctx, [campaign]));
  await recordSuccess(contextAt(at), account(adAccountId));
}
const completeUntil = () => findCompleteUntil(contextAt(now));

describe("how current the figures of all accounts are", () => {
  it("is the time of the account that was read first, of those that still change", async () => {
    await run("aac_1");
    await run("aac_2");
    await poll("aac_1", early);
    await poll("aac_2", late);
    expect(await completeUntil()).toBe(early.toISOString());
  });

  it("is no time while an account that counts was never read", async () => {
    await run("aac_1");
    await run("aac_2");
    await poll("aac_1", late);
    expect(await completeUntil()).toBeNull();
    const fault = new AdapterFault("later", { reason: "busy" });
    await recordFault(contextAt(now), account("aac_2"), { fault, systemNow: now });
    expect(await completeUntil()).toBeNull();
    await poll("aac_2", now);
    expect(await completeUntil()).toBe(late.toISOString());
  });

  it("is that of the others once an account that was read is unlinked", async () => {
    await run("aac_1");
    await run("aac_2");
    await poll("aac_1", late);
    await poll("aac_2", early);
    await transact(contextAt(now), (ctx) => deleteAccountPoll(ctx, "aac_2"));
    expect(await completeUntil()).toBe(late.toISOString());
  });

  it("is the newest reading when nothing changes any more, and none before the first", async () => {
    expect(await completeUntil()).toBeNull();
    await run("aac_1", { status: "archived" });
    await run("aac_2", { status: "archived" });
    await poll("aac_1", early);
    await poll("aac_2", late);
    expect(await completeUntil()).toBe(late.toISOString());
  });
});
