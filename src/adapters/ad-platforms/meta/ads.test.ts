import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture } from "../shared/testing/ground.ts";
import { aFile } from "../shared/testing/orders.ts";
import { aCampaign, anAd, anAdGroup, type Bench, openBench } from "./testing.ts";

let bench: Bench;
let picture: Buffer;
beforeAll(async () => {
  bench = await openBench();
  picture = await aPicture();
});
afterAll(() => bench.stop());

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

async function groupOf(account: AdAccountContext) {
  const campaign = aCampaign();
  const { platformId: campaignId } = await bench.platform.createCampaign(account, campaign);
  const { platformId: groupId } = await bench.platform.createAdGroup(
    account,
    anAdGroup(campaign, campaignId),
  );
  const order = (change: Partial<AdSpec> = {}) =>
    anAd(campaignId, groupId, bench.landingUrl, aFile(picture), change);
  return { groupId, order };
}
async function creativeOf(account: AdAccountContext, adId: string): Promise<Creative> {
  const fields = "creative{id,object_story_spec,degrees_of_freedom_spec}";
  return (await bench.askMeta(account, `/${adId}`, { fields })).creative as Creative;
}
const statusesOf = ({ degrees_of_freedom_spec }: Creative) =>
  Object.values(degrees_of_freedom_spec.creative_features_spec).map((feature) => feature.enroll_status);

describe("an ad", () => {
  it("shows its words and its picture under the Page and its Instagram account", async () => {
    const { account, ready } = await bench.someone();
    const { order } = await groupOf(account);
    const { platformId } = await bench.platform.createAd(account, order());
    const { object_story_spec } = await creativeOf(account, platformId);
    expect(object_story_spec).toMatchObject({
      page_id: ready.page_id,
      instagram_user_id: expect.any(String),
      link_data: {
        link: bench.landingUrl,
        name: "خصم على كل العطور",
        message: "وصل حديثًا، واحد لك وآخر هدية",
        description: "توصيل في يومين",
        call_to_action: { type: "SHOP_NOW", value: { link: bench.landingUrl } },
      },
    });
  });

  it("names no Instagram account where it does not appear, nor where there is none", async () => {
    const { account } = await bench.someone();
    const { order } = await groupOf(account);
    const onFacebook = await bench.platform.createAd(account, order({ placements: ["facebook"] }));
    expect(
      (await creativeOf(account, onFacebook.platformId)).object_story_spec.instagram_user_id,
    ).toBeUndefined();
    const layla = (await bench.someone({ identity: "layla" })).account;
    const { order: hers } = await groupOf(layla);
    const { platformId } = await bench.platform.createAd(layla, hers());
    expect((await creativeOf(layla, platformId)).object_story_spec.instagram_user_id).toBeUndefined();
  });

  it("has every enhancement switched off unless the merchant wants them, and some even then", async () => {
    const { account } = await bench.someone();
    const { order } = await groupOf(account);
    const plain = await bench.platform.createAd(account, order());
    expect(new Set(statusesOf(await creativeOf(account, plain.platformId)))).toEqual(new Set(["OPT_OUT"]));
    const wished = await bench.platform.createAd(account, order({ automaticEnhancements: true }));
    const creative = await creativeOf(account, wished.platformId);
    const { text_optimizations, site_extensions } = creative.degrees_of_freedom_spec.creative_features_spec;
    expect([text_optimizations?.enroll_status, site_extensions?.enroll_status]).toEqual([
      "OPT_IN",
      "OPT_OUT",
    ]);
  });

  it("that is changed gets another creative, is reviewed again, and sends its picture but once", async () => {
    const { account } = await bench.someone();
    const { order } = await groupOf(account);
    const first = order();
    const { platformId } = await bench.platform.createAd(account, first);
    const before = await creativeOf(account, platformId);
    await bench.platform.updateAd(account, platformId, { ...first, headline: "عرض اليوم فقط" });
    const after = await creativeOf(account, platformId);
    expect(after.id).not.toBe(before.id);
    expect(after.object_story_spec.link_data?.name).toBe("عرض اليوم فقط");
    expect(after.object_story_spec.link_data?.image_hash).toBe(
      before.object_story_spec.link_data?.image_hash,
    );
    const path = `/act_${account.adAccountId}/adimages`;
    const uploads = await bench.sandbox.control<unknown[]>(`received?vendor=meta&method=POST&path=${path}`);
    expect(uploads).toHaveLength(1);
  });

  it("tells what the reviewer said of it", async () => {
    const { account } = await bench.someone();
    const { order } = await groupOf(account);
    const { platformId } = await bench.platform.createAd(account, order({ headline: "ربح مضمون" }));
    await bench.sandbox.control("clock", { step: "PT6M" });
    expect(await bench.platform.states(account, "ad", [platformId])).toMatchObject([
      { review: { outcome: "rejected", reasons: ["Misleading financial claims are not allowed."] } },
    ]);
  });

  it.each([
    [{ callToAction: "call_now" }, "call_to_action_not_supported"],
    [{ headline: "ح".repeat(27) }, "headline_too_long"],
    [{ media: null }, "media_missing"],
  ])("that Meta does not know is refused before it is sent: %o", async (change, key) => {
    const { account } = await bench.someone();
    const made = bench.platform.createAd(account, anAd("1", "2", bench.landingUrl, aFile(picture), change));
    await expect(made).rejects.toMatchObject({ messageKey: `ad_accounts:${key}` });
  });
});
