import type { ReadContext } from "#base/server/context.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type {
  AdGroupSpec,
  AdMedia,
  AdSpec,
  CampaignSpec,
  GeoRadius,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { BoundAdSpec } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import { computeAgeSpan } from "../../contract/ages.ts";
import type { Location } from "../../contract/shapes.ts";
import type { AdAccounts, Media } from "../deps.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord } from "../records.ts";

/** Maps our rows to the port's specs. */

export function toCampaignSpec(campaign: CampaignRecord): CampaignSpec<Halalas> {
  return {
    reference: campaign.id,
    name: campaign.name,
    objective: campaign.objective,
    placements: campaign.placements,
    startsAt: campaign.starts_at,
    endsAt: campaign.ends_at,
    hours: campaign.hours,
    dailyBudget: halalas(campaign.daily_budget_halalas),
    biddingStrategy: campaign.bidding_strategy,
    targetCpa: campaign.target_cpa_halalas === null ? null : halalas(campaign.target_cpa_halalas),
    targetRoas: campaign.target_roas,
  };
}

export function toAdGroupSpec(
  campaign: CampaignRecord & { platform_id: string },
  group: AdGroupRecord,
  adAccounts: Pick<AdAccounts, "getCapabilities">,
): AdGroupSpec<Halalas> {
  const limits = adAccounts.getCapabilities(campaign.platform, campaign.placements);
  const ages = limits && computeAgeSpan(group.age_ranges, group.excluded_age_ranges, limits.ages);
  // Checked when it was saved; a limit that changed since then is for the merchant to solve.
  if (!ages || typeof ages === "string")
    throw new AdapterFault("rejected", { reason: String(ages), messageKey: "campaigns:fault_ages" });
  return {
    reference: group.id,
    platformCampaignId: campaign.platform_id,
    campaign: toCampaignSpec(campaign),
    name: group.name,
    ageMin: ages.min,
    ageMax: ages.max,
    gender: group.gender,
    geoRadii: group.locations.filter(({ excluded }) => !excluded).map(toGeoRadius),
    excludedRadii: group.locations.filter(({ excluded }) => excluded).map(toGeoRadius),
    devices: group.devices,
    optimizedTargeting: group.optimized_targeting,
    keywords: group.keywords,
  };
}

const toGeoRadius = ({ latitude, longitude, radius_metres }: Location): GeoRadius => ({
  latitude,
  longitude,
  radiusMetres: radius_metres,
});

type AdParents = Pick<AdSpec, "platformCampaignId" | "platformAdGroupId" | "placements">;

export async function loadAdSpec(
  ctx: ReadContext,
  ad: AdRecord,
  above: AdParents,
  media: Media,
): Promise<BoundAdSpec> {
  return {
    reference: ad.id,
    ...above,
    name: ad.name,
    headline: ad.headline,
    moreHeadlines: ad.more_headlines,
    text: ad.body,
    description: ad.description,
    moreDescriptions: ad.more_descriptions,
    brandName: ad.brand_name,
    callToAction: ad.call_to_action,
    url: ad.tracking_url,
    automaticEnhancements: ad.automatic_enhancements,
    profileId: ad.profile_id,
    media: ad.media_id === null ? null : await loadAdMedia(ctx, ad.media_id, media),
  };
}

async function loadAdMedia(ctx: ReadContext, mediaId: string, media: Media): Promise<AdMedia> {
  const file = await media.findMediaFile(ctx, mediaId);
  if (!file)
    throw new AdapterFault("rejected", {
      reason: "the media file is gone",
      messageKey: "campaigns:fault_media_gone",
    });
  return {
    reference: file.id,
    kind: file.kind,
    mime: file.mime,
    fileName: file.file_name,
    bytes: file.bytes,
    open: file.open,
  };
}
