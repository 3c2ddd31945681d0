import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type AdContext, checkAd } from "./check-ad.ts";
import { checkAdGroup } from "./check-ad-group.ts";
import { type CampaignContext, checkCampaign } from "./check-campaign.ts";
import { missing, type Problem, within } from "./problem.ts";
import type { NewCampaign } from "./shapes.ts";

/**
 * All problems of a new campaign with its ad group and ad, at the fields of the create call's body: the form shows these,
 * and the server refuses with them and with what only it can know.
 */
export function checkNewCampaign(
  { ad_group: adGroup, ...campaign }: NewCampaign,
  limits: Capabilities,
  known: CampaignContext & AdContext,
): Problem[] {
  return [
    ...missing(campaign.ad_account_id === "", "ad_account_id"),
    ...missing(campaign.store_id === null, "store_id"),
    ...checkCampaign(campaign, limits, known),
    ...(adGroup ? within("ad_group.", checkAdGroup(adGroup, limits)) : []),
    ...(adGroup?.ad ? within("ad_group.ad.", checkAd(adGroup.ad, limits, known)) : []),
  ];
}
