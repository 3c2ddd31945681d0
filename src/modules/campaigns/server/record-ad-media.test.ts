import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

/** What the media library is told about ads, so that a file in use is not deleted. */

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const pick = (campaign: CampaignDetails) => {
  const [group] = campaign.ad_groups;
  const [ad] = group?.ads ?? [];
  return { campaign: campaign.id, group: group?.id ?? "", ad: ad?.id ?? "" };
};

describe("a new ad", () => {
  it("tells the library what it shows, and where it is", async () => {
    const { campaign, group, ad } = pick(await testApp.aCampaign());
    expect([...testApp.shownMedia.values()]).toEqual([
      { ad_id: ad, ad_group_id: group, campaign_id: campaign, name: adBody().name, media_id: "med_1" },
    ]);
  });

  it("is refused at its field when its file was deleted meanwhile", async () => {
    const { group } = pick(await testApp.aCampaign());
    testApp.loseMedia();
    const { envelope } = await testApp.act("POST Clients/Ads/create", {
      ...adBody(),
      name: "إعلان آخر",
      ad_group_id: group,
    });
    expect(envelope).toMatchObject({
      code: "campaigns.media_not_found",
      fields: { media_id: [expect.any(String)] },
    });
  });
});

it("an ad that is edited tells it again", async () => {
  const { ad } = pick(await testApp.aCampaign());
  await testApp.act(`PUT Clients/Ads/${ad}`, { ...adBody(), name: "اسم جديد" });
  expect(testApp.shownMedia.get(ad)).toMatchObject({ name: "اسم جديد", media_id: "med_1" });
});

it.each(["Ads", "AdGroups", "Campaigns"] as const)("deleting one of %s frees its file", async (kind) => {
  const ids = pick(await testApp.aCampaign());
  const id = { Ads: ids.ad, AdGroups: ids.group, Campaigns: ids.campaign }[kind];
  expect((await testApp.act(`DELETE Clients/${kind}/${id}`)).status).toBe(200);
  expect([...testApp.shownMedia.keys()]).toEqual([]);
});
