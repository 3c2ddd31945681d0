import { addDays, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { choosePlatforms, setAd, setAdGroup, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import type { PlanDraft } from "./plan-draft.ts";
import type { DraftedSeason, EarlierCampaign } from "./season-draft.ts";
import { normalizeShares } from "./split-budget.ts";

type Options = { name: string; season: Pick<DraftedSeason, "startsOn" | "endsOn"> };

/**
 * The draft of a season: the platforms, audience and money of the merchant's last plan, the season's days, and no words
 * and no picture. Those are what a season needs anew. The first campaign gives the shared part; what is different on the
 * others stands under their platforms.
 */
export function toSeasonDraft(earlier: readonly EarlierCampaign[], { name, season }: Options): PlanDraft {
  const [first] = earlier;
  const budgets = earlier.map(({ campaign }) => campaign.daily_budget_halalas);
  const shares = normalizeShares(budgets);
  const chosen = choosePlatforms(
    emptyDraft(),
    earlier.map(({ platform }) => platform),
  );
  const shared = setCampaign(chosen, null, {
    name,
    starts_at: startOfRiyadhDay(season.startsOn).toISOString(),
    ends_at: startOfRiyadhDay(addDays(season.endsOn, 1)).toISOString(),
    daily_budget_halalas: budgets.reduce((sum, budget) => sum + budget, 0),
  });
  const begun = first ? withTargets(shared, null, first) : shared;
  return earlier.reduce((draft, one, at) => {
    const { ad_account_id, placements, bidding_strategy, target_cpa_halalas, target_roas } = one.campaign;
    const own = { ad_account_id, placements, bidding_strategy, target_cpa_halalas, target_roas };
    return withTargets(
      setOwn(draft, one.platform, { ...own, budget_share: shares[at] ?? 0 }),
      one.platform,
      one,
    );
  }, begun);
}

/** Where the campaign led and whom it reached: in the shared part, or as what differs on a platform. */
function withTargets(
  draft: PlanDraft,
  at: EarlierCampaign["platform"] | null,
  { campaign: { store_id, landing_url, objective }, adGroup, brandName }: EarlierCampaign,
): PlanDraft {
  const [group] = draft.ad_groups;
  const [ad] = group?.ads ?? [];
  if (!group || !ad) return draft;
  const led = setCampaign(draft, at, { store_id, landing_url, objective });
  return setAd(setAdGroup(led, at, group.key, adGroup ?? {}), at, ad.key, { brand_name: brandName });
}
