import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

/** What the figures know of campaigns and ads, and what their own tables hold. */
async function compare() {
  const known = await testApp.db.many(sql`
    select campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at, may_spend_since, updated_at
    from figures.campaigns order by 1`);
  const campaigns = await testApp.db.many(sql`
    select id as campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at,
      may_spend_since, updated_at
    from campaigns.campaigns join campaigns.campaign_sync using (id, platform) order by 1`);
  expect(known).toEqual(campaigns);
  const knownAds = await testApp.db.many(sql`
    select ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at from figures.ads order by 1`);
  const ads = await testApp.db.many(sql`
    select id as ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at
    from campaigns.ads join campaigns.ad_sync using (id) order by 1`);
  expect(knownAds).toEqual(ads);
  return { campaigns: known, ads: knownAds } as {
    campaigns: { status: string; platform_id: string | null }[];
    ads: unknown[];
  };
}

describe("who is measured", () => {
  it("is known to the figures from the first save, and after every change until the campaign is deleted", async () => {
    const { id } = await testApp.aCampaign();
    expect(await compare()).toMatchObject({
      campaigns: [{ status: "created", platform_id: null }],
      ads: [{}],
    });
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    expect(await compare()).toMatchObject({ campaigns: [{ status: "active", platform_id: null }] });
    await settleCampaign(testApp, id);
    const { campaigns } = await compare();
    expect(campaigns[0]?.platform_id).not.toBeNull();
    testApp.worldClock.set("2026-11-21T10:00:00Z");
    for (const [call, status] of [
      [`POST Clients/Campaigns/${id}/pause`, "paused"],
      [`DELETE Clients/Campaigns/${id}`, "deleted"],
    ] as const) {
      await testApp.act(call);
      expect(await compare()).toMatchObject({ campaigns: [{ status }] });
      await settleCampaign(testApp, id);
      await compare();
    }
  });
});
