import type { AdGroupRow, CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";

/** An ad group or ad of a running campaign that was never started; `waitsFor`: what must come before. */
export type Waiting = {
  child: "ad_group" | "ad";
  id: string;
  name: string;
  waitsFor: "first_ad" | "group_paused" | null;
};

/**
 * What was added to a running campaign and does not run. Ads of a group that was itself added start with it and are not
 * asked about one by one.
 */
export function findWaiting({ status, ad_groups }: Pick<CampaignDetails, "status" | "ad_groups">): Waiting[] {
  return status === "active" ? ad_groups.flatMap(findInGroup) : [];
}

function findInGroup({ id, name, status, ads }: AdGroupRow): Waiting[] {
  if (isClosed(status)) return [];
  if (status === "created") {
    const hasAd = ads.some((ad) => !isClosed(ad.status));
    return [{ child: "ad_group", id, name, waitsFor: hasAd ? null : "first_ad" }];
  }
  return ads
    .filter((ad) => ad.status === "created")
    .map((ad) => ({
      child: "ad",
      id: ad.id,
      name: ad.name,
      waitsFor: status === "paused" ? "group_paused" : null,
    }));
}
