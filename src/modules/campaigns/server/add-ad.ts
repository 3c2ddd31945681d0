import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkAd } from "../contract/check-ad.ts";
import type { AdFields } from "../contract/shapes.ts";
import { countAds, insertAd } from "./ads.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { lockAdGroup } from "./lock-children.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;
type Campaign = Pick<CampaignRecord, "id" | "platform" | "placements">;
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
      const id = await addAdTo(deps)(ctx, { campaign, adGroupId, fields });
      await publishEdited(ctx, campaign);
      return { id };
    });

type NewAd = { campaign: Campaign; adGroupId: string; fields: AdFields; inside?: string };

/** The same in a campaign that is locked or new; `inside` is the prefix of the fields in the body. */
export const addAdTo =
  (deps: Deps) =>
  async (ctx: Context, { campaign, adGroupId, fields, inside = "" }: NewAd): Promise<string> => {
    await refuseBadAd(deps)(ctx, { campaign, fields, inside });
    if ((await countAds(ctx, adGroupId)) >= adsMax)
      campaignsRefusals.refuse("campaigns.too_many", { max: adsMax });

    const id = newId("ad");
    const link = await deps.tracking.upsertAdLink(ctx, {
      ad_id: id,
      ad_group_id: adGroupId,
      campaign_id: campaign.id,
      platform: campaign.platform,
      placements: campaign.placements,
      destination_url: fields.target_url,
    });
    await insertAd(ctx, { id, campaignId: campaign.id, adGroupId, fields, link });
    await auditChange(ctx, "ad.created", id, {
      after: { campaign_id: campaign.id, ad_group_id: adGroupId, ...fields },
    });
    return id;
  };

/** Checks the ad's texts, link and media against the platform's limits. The media must be the merchant's own. */
export const refuseBadAd =
  ({ adAccounts, stores, media }: Pick<Deps, "adAccounts" | "stores" | "media">) =>
  async (
    ctx: ReadContext,
    { campaign, fields, inside = "" }: Pick<NewAd, "campaign" | "fields" | "inside">,
  ): Promise<void> => {
    const limits = requireCapabilities(adAccounts, campaign);
    const places = await stores.listRegisteredHosts(ctx);
    refuseProblems(checkAd(fields, limits, { places }), inside);
    if (fields.media_id === null) return;
    const file = await media.findMediaFile(ctx, fields.media_id);
    if (!file) return campaignsRefusals.refuse("campaigns.media_not_found", {}, `${inside}media_id`);
    refuseProblems(checkAd(fields, limits, { places, media: file }), inside);
  };
