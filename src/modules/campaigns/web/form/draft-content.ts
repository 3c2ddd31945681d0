import type { DraftContent } from "../../contract/draft-content.ts";
import { listPlatforms, toPlatformDraft, withPlatformDraft } from "../../domain/draft-content.ts";
import type { Draft } from "./draft.ts";
import { emptyDraft } from "./empty-draft.ts";

const noContent: DraftContent = { campaign: {}, ad_group: {}, ad: {}, platform: null, platforms: {} };

/** The form's draft, of one platform, as a draft of a plan. */
export function toContent({ campaign, adGroup, ad, dropped }: Draft): DraftContent {
  const {
    platform,
    ad_account_id,
    placements,
    daily_budget_halalas,
    bidding_strategy,
    target_cpa_halalas,
    target_roas,
    ...shared
  } = campaign;
  const own = {
    ad_account_id,
    placements,
    daily_budget_halalas,
    bidding_strategy,
    target_cpa_halalas,
    target_roas,
  };
  return withPlatformDraft(noContent, platform, { campaign: shared, ad_group: adGroup, ad, own, dropped });
}

/** A draft of a plan as the form shows it: the platform shown last. Fields that were never written start empty. */
export function toDraft(content: DraftContent): Draft {
  const empty = emptyDraft();
  const platform = content.platform ?? listPlatforms(content)[0] ?? empty.campaign.platform;
  const { campaign, ad_group, ad, own, dropped } = toPlatformDraft(content, platform);
  return {
    campaign: { ...empty.campaign, ...campaign, ...own, platform },
    adGroup: { ...empty.adGroup, ...ad_group },
    ad: { ...empty.ad, ...ad },
    dropped,
  };
}
