import type { Context } from "#base/server/context.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { AdFields } from "../contract/shapes.ts";
import type { CampaignsDeps } from "./deps.ts";

type Ad = { adId: string; adGroupId: string; campaignId: string; fields: AdFields };

/** Tells the media library what the ad shows; refuses a file that was deleted since it was checked. */
export const recordAdMedia =
  ({ media }: Pick<CampaignsDeps, "media">) =>
  async (ctx: Context, { adId, adGroupId, campaignId, fields }: Ad): Promise<void> => {
    const isThere = await media.recordAdMedia(ctx, {
      ad_id: adId,
      ad_group_id: adGroupId,
      campaign_id: campaignId,
      name: fields.name,
      media_id: fields.media_id,
    });
    if (!isThere) campaignsRefusals.refuse("campaigns.media_not_found", {}, "media_id");
  };
