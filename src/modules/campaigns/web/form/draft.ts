import { isVisible } from "#base/shared/text.ts";
import type { AdFields, AdGroupFields, CampaignFields, NewCampaign } from "../../contract/shapes.ts";

/** A campaign's fields while they are typed: a budget may still be missing. */
export type CampaignDraft = Omit<CampaignFields, "daily_budget_halalas"> & {
  daily_budget_halalas: number | null;
};
export const formSteps = ["goal", "audience", "ad", "review"] as const;
export type FormStep = (typeof formSteps)[number];
/** Form fields whose values did not fit the chosen platform. */
export type Dropped =
  | "objective"
  | "bidding"
  | "locations"
  | "devices"
  | "optimized"
  | "keywords"
  | "media"
  | "headlines"
  | "descriptions"
  | "call_to_action";

export type Draft = {
  campaign: CampaignDraft;
  adGroup: AdGroupFields;
  ad: AdFields;
  /** What did not fit the platform chosen last. */
  dropped: Dropped[];
};

/** The draft as the body of the create call. Empty names take the campaign's name. */
export function toCreateBody({ campaign, adGroup, ad }: Draft): NewCampaign {
  return {
    ...campaign,
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
