import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { loadMeasuredObjects, recordAds, recordCampaign } from "./measured.store.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const now = new Date("2026-11-21T09:20:00Z");
const campaign = {
  platform: "snapchat",
  ad_account_id: "aac_1",
  name: "تمور",
  status: "active",
  starts_at: now,
  may_spend_since: now,
  updated_at: now,
} as const;
const ad = { name: "إعلان", status: "active", updated_at: now } as const;

describe("an account's campaigns that may have new figures", () => {
  it("come with the ads that exist on the platform, and none that were never sent", async () => {
    const ctx = testContext(db, "mer_1", now);
    await transact(ctx, async (ctx) => {
      await recordCampaign(ctx, { ...campaign, campaign_id: "cmp_1", platform_id: "p-1" });
      await recordCampaign(ctx, { ...campaign, campaign_id: "cmp_2", platform_id: null });
      await recordAds(ctx, [
        { ...ad, ad_id: "ad_1", campaign_id: "cmp_1", platform_id: "p-ad-1" },
        { ...ad, ad_id: "ad_2", campaign_id: "cmp_1", platform_id: null },
      ]);
    });
    const found = await loadMeasuredObjects(ctx, { adAccountId: "aac_1", ranAfter: now });
    expect(found.campaigns).toEqual([
      { campaignId: "cmp_1", platformCampaignId: "p-1", startsAt: campaign.may_spend_since },
    ]);
    expect([...found.ads]).toEqual([["p-ad-1", { adId: "ad_1", campaignId: "cmp_1" }]]);
  });
});
