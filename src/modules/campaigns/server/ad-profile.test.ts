import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const create = (profile_id: string | null) =>
  testApp.act("POST Clients/Campaigns/create", {
    ...campaignBody(),
    ad_groups: [{ ...adGroupBody(), ads: [adBody({ profile_id })] }],
  });
const createCampaign = async (profile_id: string | null) =>
  (await create(profile_id)).data as CampaignDetails;
const loadProfile = async () =>
  (await testApp.db.one<{ profile_id: string | null }>(sql`select profile_id from campaigns.ads`)).profile_id;
const sentProfiles = () =>
  testApp.platform.objects
    .filter(({ level }) => level === "ad")
    .map(({ spec }) => (spec as { profileId: string | null }).profileId);

describe("the public profile of an ad", () => {
  it.each([[null], ["prf_2"]])("is shown, and sent with it: %s", async (profile) => {
    const campaign = await createCampaign(profile);
    expect(campaign.ad_groups[0]?.ads[0]?.profile_id).toBe(profile);
    await testApp.act(`POST Clients/Campaigns/${campaign.id}/start`);
    await settleCampaign(testApp, campaign.id);
    expect(sentProfiles()).toEqual([profile]);
  });

  it("is changed by an edit, which is sent", async () => {
    const campaign = await createCampaign(null);
    await testApp.act(`POST Clients/Campaigns/${campaign.id}/start`);
    await settleCampaign(testApp, campaign.id);
    const ad = campaign.ad_groups[0]?.ads[0];
    const edited = await testApp.act(`PUT Clients/Ads/${ad?.id}`, adBody({ profile_id: "prf_2" }));
    expect(edited.status).toBe(200);
    await settleCampaign(testApp, campaign.id);
    expect(sentProfiles()).toEqual(["prf_2"]);
  });

  it("that the ad account does not offer is refused at its field, of a new ad and of an edited one", async () => {
    const refused = await create("prf_foreign");
    expect(refused.status).toBe(400);
    expect(Object.keys((refused.envelope as { fields?: object }).fields ?? {})).toEqual([
      "ad_groups.0.ads.0.profile_id",
    ]);
    const campaign = await createCampaign(null);
    const ad = campaign.ad_groups[0]?.ads[0];
    const edited = await testApp.act(`PUT Clients/Ads/${ad?.id}`, adBody({ profile_id: "prf_foreign" }));
    expect(edited.envelope).toMatchObject({ code: "campaigns.profile_not_offered" });
  });

  it("is the new account's own once the campaign moves to another ad account", async () => {
    const { id } = await createCampaign("prf_2");
    const { platform: _platform, ...body } = campaignBody({ ad_account_id: "acc_1" });
    await testApp.act(`PUT Clients/Campaigns/${id}`, body);
    expect(await loadProfile()).toBe("prf_2");
    const moved = await testApp.act(`PUT Clients/Campaigns/${id}`, { ...body, ad_account_id: "acc_2" });
    expect(moved.status).toBe(200);
    expect(await loadProfile()).toBeNull();
  });
});
