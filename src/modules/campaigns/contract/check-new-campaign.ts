import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type AdContext, checkAd, type MediaFacts } from "./check-ad.ts";
import { checkAdGroup } from "./check-ad-group.ts";
import { type CampaignContext, checkCampaign } from "./check-campaign.ts";
import { missing, type Problem, within } from "./problem.ts";
import type { NewCampaign } from "./shapes.ts";

/** What the checks know besides the form: the files by id, as far as they are loaded. */
export type NewCampaignContext = CampaignContext &
  Pick<AdContext, "places" | "profiles"> & { media: ReadonlyMap<string, MediaFacts> };

/**
 * All problems of a new campaign with its ad groups and ads, at the fields of the create call's body:
 * `ad_groups.0.ads.1.headline`. The form shows these, and the server refuses with them and with what only it can know.
 */
export function checkNewCampaign(
  { ad_groups: groups, ...campaign }: NewCampaign,
  limits: Capabilities,
  known: NewCampaignContext,
): Problem[] {
  return [
    ...missing(campaign.ad_account_id === "", "ad_account_id"),
    ...missing(campaign.store_id === null, "store_id"),
    ...checkCampaign(campaign, limits, known),
    ...groups.flatMap(({ ads, ...group }, at) =>
      within(`ad_groups.${at}.`, [
        ...checkAdGroup(group, limits),
        ...ads.flatMap((ad, index) => {
          const media = known.media.get(ad.media_id ?? "");
          const { places, profiles } = known;
          const context = { places, ...(media ? { media } : {}), ...(profiles ? { profiles } : {}) };
          return within(`ads.${index}.`, checkAd(ad, limits, context));
        }),
      ]),
    ),
  ];
}
