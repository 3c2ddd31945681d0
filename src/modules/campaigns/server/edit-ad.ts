import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { AdFields } from "../contract/shapes.ts";
import { auditChange, pickChanges } from "./campaigns.audit.ts";
import { lockAd } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findAdProblems } from "./find-problems.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordMeasured } from "./record-measured.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;

/**
 * Changes an ad. Its tracking link stays the same and leads to the new address at once; the platform reviews the ad
 * again.
 */
export const editAd =
  (deps: Deps) =>
  (ctx: ReadContext, { adId, fields }: { adId: string; fields: AdFields }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup, ad } = await lockAd(ctx, adId);
      for (const one of [campaign, adGroup, ad]) refuseIfClosed(one);
      refuseProblems(await findAdProblems(deps)(ctx, { campaign, fields }));
      const link = await deps.tracking.upsertAdLink(ctx, {
        ad_id: adId,
        ad_group_id: adGroup.id,
        campaign_id: campaign.id,
        platform: campaign.platform,
        placements: campaign.placements,
        destination_url: fields.target_url,
      });
      await ctx.tx.run(sql`
        update campaigns.ads set name = ${fields.name}, headline = ${fields.headline},
          more_headlines = ${JSON.stringify(fields.more_headlines)}, body = ${fields.text},
          description = ${fields.description}, more_descriptions = ${JSON.stringify(fields.more_descriptions)},
          target_url = ${fields.target_url}, tracking_id = ${link.id}, tracking_url = ${link.url},
          media_id = ${fields.media_id}, call_to_action = ${fields.call_to_action}, brand_name = ${fields.brand_name},
          automatic_enhancements = ${fields.automatic_enhancements},
          desired_generation = desired_generation + 1, fault_key = null, fault_text = null,
          review_outcome = case when platform_id is null then null else 'pending' end, review_reasons = '[]',
          updated_at = ${ctx.now}
        where id = ${adId}`);
      await recordMeasured(ctx, "ad", adId);
      await auditChange(ctx, "ad.edited", adId, pickChanges<AdFields>({ ...ad, text: ad.body }, fields));
      await publishEdited(ctx, campaign);
    });
