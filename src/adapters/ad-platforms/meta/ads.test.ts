import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture } from "../shared/testing/sandbox-context.ts";
import { aFile } from "../shared/testing/specs.ts";
import { aCampaign, anAd, anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let picture: Buffer;
beforeAll(async () => {
  harness = await openHarness();
  picture = await aPicture();
});
afterAll(() => harness.stop());

type Creative = {
  id: string;
  object_story_spec: {
    page_id: string;
    instagram_user_id?: string;
    link_data?: Record<string, unknown>;
    video_data?: Record<string, unknown>;
  };
  degrees_of_freedom_spec: { creative_features_spec: Record<string, { enroll_status: string }> };
};

async function setUpGroup(account: AdAccountContext) {
  const campaign = aCampaign();
  const { platformId: campaignId } = await harness.platform.createCampaign(account, campaign);
  const { platformId: groupId } = await harness.platform.createAdGroup(
    account,
    anAdGroup(campaign, campaignId),
  );
  const spec = (change: Partial<AdSpec> = {}) =>
    anAd(campaignId, groupId, harness.landingUrl, aFile(picture), change);
  return { groupId, spec };
}
async function loadCreative(account: AdAccountContext, adId: string): Promise<Creative> {
  const fields = "creative{id,object_story_spec,degrees_of_freedom_spec}";
  return (await harness.queryMeta(account, `/${adId}`, { fields })).creative as Creative;
}
const listStatuses = ({ degrees_of_freedom_spec }: Creative) =>
  Object.values(degrees_of_freedom_spec.creative_features_spec).map((feature) => feature.enroll_status);

describe("an ad", () => {
  it("shows its texts and its image under the Page and its Instagram account", async () => {
    const { account, seeded } = await harness.openAccount();
    const { spec } = await setUpGroup(account);
    const { platformId } = await harness.platform.createAd(account, spec());
    const { object_story_spec } = await loadCreative(account, platformId);
    expect(object_story_spec).toMatchObject({
      page_id: seeded.page_id,
      instagram_user_id: expect.any(String),
      link_data: {
        link: harness.landingUrl,
        name: "خصم على كل العطور",
        message: "وصل حديثًا، واحد لك وآخر هدية",
        description: "توصيل في يومين",
        call_to_action: { type: "SHOP_NOW", value: { link: harness.landingUrl } },
      },
    });
  });

  it("names no Instagram account where the ad does not appear there, nor where there is none", async () => {
    const { account } = await harness.openAccount();
    const { spec } = await setUpGroup(account);
    const onFacebook = await harness.platform.createAd(account, spec({ placements: ["facebook"] }));
    expect(
      (await loadCreative(account, onFacebook.platformId)).object_story_spec.instagram_user_id,
    ).toBeUndefined();
    const layla = (await harness.openAccount({ identity: "layla" })).account;
    const { spec: laylaSpec } = await setUpGroup(layla);
    const { platformId } = await harness.platform.createAd(layla, laylaSpec());
    expect((await loadCreative(layla, platformId)).object_story_spec.instagram_user_id).toBeUndefined();
  });

  it("has every enhancement switched off unless the merchant wants them, and some even then", async () => {
    const { account } = await harness.openAccount();
    const { spec } = await setUpGroup(account);
    const plain = await harness.platform.createAd(account, spec());
    expect(new Set(listStatuses(await loadCreative(account, plain.platformId)))).toEqual(
      new Set(["OPT_OUT"]),
    );
    const enhanced = await harness.platform.createAd(account, spec({ automaticEnhancements: true }));
    const creative = await loadCreative(account, enhanced.platformId);
    const { text_optimizations, site_extensions } = creative.degrees_of_freedom_spec.creative_features_spec;
    expect([text_optimizations?.enroll_status, site_extensions?.enroll_status]).toEqual([
      "OPT_IN",
      "OPT_OUT",
    ]);
  });

  it("that is changed gets a new creative, is reviewed again, and uploads its image only once", async () => {
    const { account } = await harness.openAccount();
    const { spec } = await setUpGroup(account);
    const first = spec();
    const { platformId } = await harness.platform.createAd(account, first);
    const before = await loadCreative(account, platformId);
    await harness.platform.updateAd(account, platformId, { ...first, headline: "عرض اليوم فقط" });
    const after = await loadCreative(account, platformId);
    expect(after.id).not.toBe(before.id);
    expect(after.object_story_spec.link_data?.name).toBe("عرض اليوم فقط");
    expect(after.object_story_spec.link_data?.image_hash).toBe(
      before.object_story_spec.link_data?.image_hash,
    );
    const path = `/act_${account.adAccountId}/adimages`;
    const uploads = await harness.sandbox.control<unknown[]>(`received?vendor=meta&method=POST&path=${path}`);
    expect(uploads).toHaveLength(1);
  });

  it("reports the review's reasons", async () => {
    const { account } = await harness.openAccount();
    const { spec } = await setUpGroup(account);
    const { platformId } = await harness.platform.createAd(account, spec({ headline: "ربح مضمون" }));
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await harness.platform.states(account, "ad", [platformId])).toMatchObject([
      { review: { outcome: "rejected", reasons: ["Misleading financial claims are not allowed."] } },
    ]);
  });

  it.each([
    [{ callToAction: "call_now" }, "call_to_action_not_supported"],
    [{ headline: "ح".repeat(27) }, "headline_too_long"],
    [{ media: null }, "media_missing"],
  ])("that Meta does not support is refused before any call: %o", async (change, key) => {
    const { account } = await harness.openAccount();
    const creation = harness.platform.createAd(
      account,
      anAd("1", "2", harness.landingUrl, aFile(picture), change),
    );
    await expect(creation).rejects.toMatchObject({ messageKey: `ad_accounts:${key}` });
  });
});
