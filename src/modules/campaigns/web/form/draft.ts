import { isVisible } from "#base/shared/text.ts";
import { type DraftStep, type DroppedField, draftSteps } from "../../contract/enums.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../../contract/shapes.ts";
import type { NewCampaignBody } from "../use-save.ts";

/** A campaign's fields while they are typed: a budget may still be missing. */
export type CampaignDraft = Omit<CampaignFields, "daily_budget_halalas"> & {
  daily_budget_halalas: number | null;
};
export const formSteps = draftSteps;
export type FormStep = DraftStep;
export type Dropped = DroppedField;

export type Draft = {
  campaign: CampaignDraft;
  adGroup: AdGroupFields;
  ad: AdFields;
  /** What did not fit the platform chosen last. */
  dropped: Dropped[];
};

/** The draft as the body of the create call, with its row on the server. Empty names take the campaign's name. */
export function toCreateBody(
  { campaign, adGroup, ad }: Draft,
  draftId: string | null = null,
): NewCampaignBody {
  return {
    ...campaign,
    draft_id: draftId,
    client_campaign_id: campaign.client_campaign_id || null,
    daily_budget_halalas: campaign.daily_budget_halalas ?? 0,
    ad_group: {
      ...adGroup,
      name: adGroup.name || campaign.name,
      ad: toAdBody(ad, campaign.landing_url),
    },
  };
}

/** An ad as the body of the call: with a name and an address, and without fields that were left empty. */
export function toAdBody(ad: AdFields, landingUrl: string): AdFields {
  const written = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(isVisible);
  return {
    ...ad,
    name: ad.name || ad.headline,
    target_url: ad.target_url || landingUrl,
    more_headlines: written(ad.more_headlines),
    more_descriptions: written(ad.more_descriptions),
  };
}
