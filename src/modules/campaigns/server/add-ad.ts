import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { AdFields } from "../contract/shapes.ts";
import { countAds, insertAd } from "./ads.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findAdProblems } from "./find-problems.ts";
import { lockAdGroup } from "./lock-children.ts";
import { publishEdited } from "./publish-edited.ts";
import { recordAdMedia } from "./record-ad-media.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;
type Campaign = Pick<CampaignRecord, "id" | "name" | "platform" | "placements">;
const adsMax = 50;

/** Adds an ad with its tracking link. In a running ad group it stays paused until it is started itself. */
export const addAd =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { adGroupId, fields }: { adGroupId: string; fields: AdFields },
  ): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup } = await lockAdGroup(ctx, adGroupId);
      refuseIfClosed(campaign);
      refuseIfClosed(adGroup);
      refuseProblems(await findAdProblems(deps)(ctx, { campaign, fields }));
      const id = await addAdTo(deps)(ctx, { campaign, adGroupId, fields });
      await publishEdited(ctx, campaign);
      return { id };
    });

type NewAd = { campaign: Campaign; adGroupId: string; fields: AdFields };

/** The same with fields that were checked, in a campaign that is locked or new. */
export const addAdTo =
  ({ tracking, media }: Pick<Deps, "tracking" | "media">) =>
  async (ctx: Context, { campaign, adGroupId, fields }: NewAd): Promise<string> => {
    if ((await countAds(ctx, adGroupId)) >= adsMax)
      campaignsRefusals.refuse("campaigns.too_many", { max: adsMax });

    const id = newId("ad");
    const link = await tracking.upsertAdLink(ctx, {
      ad_id: id,
      ad_group_id: adGroupId,
      campaign_id: campaign.id,
      platform: campaign.platform,
      placements: campaign.placements,
      destination_url: fields.target_url,
      name: fields.name,
      project_name: campaign.name,
    });
    await insertAd(ctx, { id, campaignId: campaign.id, adGroupId, fields, link });
    await recordAdMedia({ media })(ctx, { adId: id, adGroupId, campaignId: campaign.id, fields });
    await auditChange(ctx, "ad.created", id, {
      after: { campaign_id: campaign.id, ad_group_id: adGroupId, ...fields },
    });
    return id;
  };
