import { fold } from "#base/shared/fold.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type AdContext, checkAd, type MediaFacts } from "./check-ad.ts";
import { checkAdGroup } from "./check-ad-group.ts";
import { type CampaignContext, checkCampaign } from "./check-campaign.ts";
import { nameMax } from "./enums.ts";
import { checkName, missing, type Problem, within, wrong } from "./problem.ts";
import type { NewPlan, NewPlanCampaign } from "./shapes.ts";

/** What the checks know besides the form: the files by id, as far as they are loaded. */
export type PlanContext = CampaignContext &
  Pick<AdContext, "places"> & { media: ReadonlyMap<string, MediaFacts> };

/** All problems of one campaign of a plan; an ad's are at `ad_groups.0.ads.1.headline`. */
export function checkPlanCampaign(
  { ad_groups: groups, ...campaign }: NewPlanCampaign,
  limits: Capabilities,
  known: PlanContext,
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
          const context = { places: known.places, ...(media ? { media } : {}) };
          return within(`ads.${index}.`, checkAd(ad, limits, context));
        }),
      ]),
    ),
  ];
}

/** The plan's own name; and campaigns of one plan need different names too. */
export function checkPlanNames({ name, campaigns }: Pick<NewPlan, "name" | "campaigns">): Problem[] {
  const names = campaigns.map((one) => fold(one.name));
  return [
    ...checkName(name, nameMax),
    ...names.flatMap((one, at) =>
      wrong(one !== "" && names.indexOf(one) < at, "campaigns.name_used", `campaigns.${at}.name`),
    ),
  ];
}
