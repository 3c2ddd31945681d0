import type { DraftContent } from "../../contract/draft-content.ts";
import type { AdFields, AdGroupFields } from "../../contract/shapes.ts";
import { noDifferences } from "../../domain/plan-draft.ts";
import { toPlanDraft } from "../../domain/read-draft.ts";
import { wholeShare } from "../../domain/split-budget.ts";
import type { CampaignDraft } from "./draft.ts";

/** A draft in a browser's storage from before a plan had several platforms: one campaign, one ad group and one ad. */
export type OlderDraft = { campaign: CampaignDraft; adGroup: AdGroupFields; ad: AdFields };

export const isOfOlderRelease = (stored: object): stored is OlderDraft => "adGroup" in stored;

export function fromOlderRelease({ campaign, adGroup, ad }: OlderDraft): DraftContent {
  const {
    platform,
    ad_account_id,
    placements,
    bidding_strategy,
    target_cpa_halalas,
    target_roas,
    ...shared
  } = campaign;
  const own = {
    ad_account_id,
    placements,
    bidding_strategy,
    target_cpa_halalas,
    target_roas,
    budget_share: wholeShare,
  };
  return toPlanDraft({
    campaign: shared,
    ad_groups: [{ ...adGroup, key: "group-1", ads: [{ ...ad, key: "ad-1" }] }],
    platform: null,
    platforms: { [platform]: { own, differs: noDifferences() } },
  });
}
