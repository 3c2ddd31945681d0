import type { AgeRange } from "../contract/enums.ts";
import { checkDraft, type DraftContext } from "./check-draft.ts";
import { setAd, setAdGroup, setCampaign } from "./edit-draft.ts";
import { type AdProduct, fillFromProduct } from "./fill-from-product.ts";
import { proposeDailyBudget } from "./first-budget.ts";
import { findFix } from "./fix-problem.ts";
import { getLimits } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";

/** All adults: narrower only where the merchant says so. */
const adults: AgeRange[] = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"];

/**
 * A whole first plan about one product, ready to be looked over: the texts and links from the product and its store, all
 * adults in the whole Kingdom, the proposed budget, and a start at once. A product that was chosen before is replaced with
 * all its words. What a platform would refuse of these takes the nearest value that it accepts.
 */
export function startFromProduct(draft: PlanDraft, product: AdProduct, context: DraftContext): PlanDraft {
  const [group] = draft.ad_groups;
  const [ad] = group?.ads ?? [];
  if (!group || !ad) return draft;
  const cleared = setAd(
    setCampaign(draft, null, { name: "", landing_url: "", store_id: null, starts_at: null, ends_at: null }),
    null,
    ad.key,
    { headline: "", text: "", brand_name: "", target_url: "", media_id: null },
  );
  const filled = setAdGroup(fillFromProduct(cleared, ad.key, product), null, group.key, {
    age_ranges: adults,
    excluded_age_ranges: [],
    locations: [],
    gender: "all",
  });
  const daily_budget_halalas = draft.campaign.daily_budget_halalas ?? proposeBudget(filled, context);
  return mendDraft(setCampaign(filled, null, { daily_budget_halalas }), context);
}

/** Of all chosen platforms together; none while none is chosen. */
function proposeBudget(draft: PlanDraft, { currencies }: DraftContext): number | null {
  const budgets = listPlatforms(draft).flatMap((platform) => {
    const limits = getLimits(draft, platform);
    return limits ? [proposeDailyBudget(limits, currencies[platform])] : [];
  });
  return budgets.length === 0 ? null : budgets.reduce<number>((all, one) => all + one, 0);
}

/** Mends one problem after another; what has no nearest value is left to the merchant. */
export function mendDraft(draft: PlanDraft, context: DraftContext): PlanDraft {
  return checkDraft(draft, context).reduce(
    (mended, problem) => findFix(mended, problem, context)?.draft ?? mended,
    draft,
  );
}
