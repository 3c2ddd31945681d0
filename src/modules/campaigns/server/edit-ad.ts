import { type Db, sql } from "#base/server/db/db.ts";
import type { AdFields } from "../contract/shapes.ts";
import { refuseBadAd } from "./add-ad.ts";
import { lockAd } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { refuseIfClosed } from "./refuse-problems.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media" | "worldClock">;

/**
 * Changes an ad. Its tracking link stays the same and leads to the new address at once; the platform reviews the ad
 * again.
 */
export function editAd(
  deps: Deps,
  db: Db,
  merchantId: string,
  adId: string,
  fields: AdFields,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaign, adGroup, ad } = await lockAd(tx, merchantId, adId);
    for (const one of [campaign, adGroup, ad]) refuseIfClosed(one);
    await refuseBadAd(deps, tx, campaign, fields);
    const link = await deps.tracking.upsertAdLink(tx, merchantId, {
      ad_id: adId,
      ad_group_id: adGroup.id,
      campaign_id: campaign.id,
      platform: campaign.platform,
      placements: campaign.placements,
      destination_url: fields.target_url,
    });
    await tx.run(sql`
      update campaigns.ads set name = ${fields.name}, headline = ${fields.headline},
        more_headlines = ${JSON.stringify(fields.more_headlines)}, body = ${fields.text},
        description = ${fields.description}, more_descriptions = ${JSON.stringify(fields.more_descriptions)},
        target_url = ${fields.target_url}, tracking_id = ${link.id}, tracking_url = ${link.url},
        media_id = ${fields.media_id}, call_to_action = ${fields.call_to_action}, brand_name = ${fields.brand_name},
        automatic_enhancements = ${fields.automatic_enhancements},
        desired_generation = desired_generation + 1, fault_key = null, fault_text = null,
        review_outcome = case when platform_id is null then null else 'pending' end, review_reasons = '[]',
        updated_at = ${deps.worldClock.now()}
      where id = ${adId}`);
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaign.id });
  });
}
