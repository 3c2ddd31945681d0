import { isDeepStrictEqual } from "node:util";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { AdFields } from "../contract/shapes.ts";
import type { AdTexts } from "../domain/shown-texts.ts";
import { saveAd } from "./ads.store.ts";
import { auditChange, pickChanges } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findAdProblems } from "./find-problems.ts";
import { lockAd } from "./lock-children.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordAdMedia } from "./record-ad-media.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";
import { requireLicences } from "./require-licences.ts";
import { clearFaults, resetReview } from "./sync/differences.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;

/**
 * Changes an ad. Its tracking link stays the same and leads to the new address at once; the platform reviews the ad
 * again. One that runs needs the licences of its words when they change.
 */
export const editAd =
  (deps: Deps) =>
  (ctx: ReadContext, { adId, fields }: { adId: string; fields: AdFields }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup, ad } = await lockAd(ctx, adId);
      for (const one of [campaign, adGroup, ad]) refuseIfClosed(one);
      refuseProblems(await findAdProblems(deps)(ctx, { campaign, fields }));
      const isRunning = [campaign, adGroup, ad].every(({ status }) => status === "active");
      if (isRunning && hasNewTexts({ ...ad, text: ad.body }, fields))
        await requireLicences(deps)(ctx, campaign, [{ ...fields, id: adId }], () => "");
      const link = await deps.tracking.upsertAdLink(ctx, {
        ad_id: adId,
        ad_group_id: adGroup.id,
        campaign_id: campaign.id,
        platform: campaign.platform,
        placements: campaign.placements,
        destination_url: fields.target_url,
        name: fields.name,
        project_name: campaign.name,
      });
      await saveAd(ctx, { id: adId, fields, link });
      await recordAdMedia(deps)(ctx, { adId, adGroupId: adGroup.id, campaignId: campaign.id, fields });
      await clearFaults(ctx, "ad", [adId]);
      await resetReview(ctx, adId);
      await auditChange(ctx, "ad.edited", adId, pickChanges<AdFields>({ ...ad, text: ad.body }, fields));
      await publishEdited(ctx, campaign);
    });

function hasNewTexts(before: AdTexts, after: AdTexts): boolean {
  const texts = ({ headline, more_headlines, text, description, more_descriptions }: AdTexts) => [
    headline,
    more_headlines,
    text,
    description,
    more_descriptions,
  ];
  return !isDeepStrictEqual(texts(before), texts(after));
}
