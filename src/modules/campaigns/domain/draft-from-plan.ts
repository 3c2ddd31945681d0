import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { AdGroupRow, CampaignDetails } from "../contract/shapes.ts";
import { choosePlatforms, setAd, setAdGroup, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { pickAdFields, pickAdGroupFields } from "./pick-fields.ts";
import type { DraftAd, DraftAdGroup, PlanDraft } from "./plan-draft.ts";
import { normalizeShares } from "./split-budget.ts";

/**
 * A new plan that begins as another one is now: its platforms and accounts, audiences, hours, ads and split of the budget. The
 * campaign with the most ads gives the shared part, and what is different on the others stands under their platforms.
 * The name and the schedule are left to the merchant; what was deleted or archived there is left out.
 */
export function draftFromPlan({ objective, campaigns }: PlanDetails): PlanDraft {
  const [base] = campaigns.toSorted((one, other) => countAds(other) - countAds(one));
  if (!base) return emptyDraft();
  const { store_id, landing_url, hours } = base;
  const total = campaigns.reduce((sum, one) => sum + one.daily_budget_halalas, 0);
  const chosen = choosePlatforms(
    { ...emptyDraft(), ...(countAds(base) > 0 ? { ad_groups: toSharedGroups(base) } : {}) },
    campaigns.map(({ platform }) => platform),
  );
  const shared = setCampaign(chosen, null, {
    store_id,
    landing_url,
    objective,
    hours,
    daily_budget_halalas: total,
  });
  const shares = normalizeShares(campaigns.map((one) => one.daily_budget_halalas));
  return campaigns.reduce((draft, campaign, at) => {
    const { platform, ad_account_id, placements, bidding_strategy, target_cpa_halalas, target_roas } =
      campaign;
    const own = { ad_account_id, placements, bidding_strategy, target_cpa_halalas, target_roas };
    return withDifferences(setOwn(draft, platform, { ...own, budget_share: shares[at] ?? 0 }), campaign);
  }, shared);
}

const isOpen = ({ status }: { status: string }) => status !== "archived" && status !== "deleted";
const openGroups = ({ ad_groups: groups }: CampaignDetails): AdGroupRow[] => groups.filter(isOpen);
const countAds = (campaign: CampaignDetails) =>
  openGroups(campaign).reduce((sum, { ads }) => sum + ads.filter(isOpen).length, 0);

const toKey = (kind: "group" | "ad", ...places: number[]) => [kind, ...places.map((at) => at + 1)].join("-");

/** The ad groups that have ads, with keys by their places. */
function toDraftGroups(campaign: CampaignDetails): DraftAdGroup[] {
  const groups = openGroups(campaign).map((group, at) => ({
    ...pickAdGroupFields(group),
    key: toKey("group", at),
    ads: group.ads.filter(isOpen).map((ad, index) => ({
      ...pickAdFields(ad),
      product_id: null,
      structure: null,
      key: toKey("ad", at, index),
    })),
  }));
  return groups.filter(({ ads }) => ads.length > 0);
}

/** As the platforms share them: without public profiles, which are of one platform each. */
const toSharedGroups = (campaign: CampaignDetails): DraftAdGroup[] =>
  toDraftGroups(campaign).map((group) => ({
    ...group,
    ads: group.ads.map((ad) => ({ ...ad, profile_id: null })),
  }));

/** What the campaign has otherwise than the shared part, ad group by ad group and ad by ad in their order. */
function withDifferences(draft: PlanDraft, campaign: CampaignDetails): PlanDraft {
  const { platform, hours } = campaign;
  const groups = toDraftGroups(campaign);
  return draft.ad_groups.reduce(
    (changed, { key, ads: shared }, at) => {
      const group = groups[at];
      if (!group) return changed;
      const { key: _key, ads, ...fields } = group;
      return shared.reduce(
        (before, { key: adKey }, index) => withAd(before, platform, adKey, ads[index]),
        setAdGroup(changed, platform, key, fields),
      );
    },
    setCampaign(draft, platform, { hours }),
  );
}

function withAd(draft: PlanDraft, platform: Platform, adKey: string, ad: DraftAd | undefined): PlanDraft {
  if (!ad) return draft;
  const { key: _key, ...fields } = ad;
  return setAd(draft, platform, adKey, fields);
}
