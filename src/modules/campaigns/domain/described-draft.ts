import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { planMax } from "../contract/enums.ts";
import type { AdGroupFields, Location } from "../contract/shapes.ts";
import { checkDraft, type DraftContext, type PlanProblem } from "./check-draft.ts";
import { addAd, choosePlatforms, setAd, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import type { AdProduct } from "./fill-from-product.ts";
import type { PlanDraft } from "./plan-draft.ts";
import { mendDraft, startFromProduct } from "./start-from-product.ts";

/** A plan as it was described; what is null takes the product's own defaults. */
export type DescribedPlan = {
  product: AdProduct;
  /** The ad account on each platform that the plan is for. */
  accounts: readonly { id: string; platform: Platform }[];
  gender: AdGroupFields["gender"];
  locations: readonly Location[];
  dailyBudgetHalalas: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  /** One ad for each. */
  texts: readonly { headline: string; text: string }[];
};

/** The draft, the problems that were mended, and those that only the merchant can answer, as a picture. */
export type DescribedDraft = { draft: PlanDraft; mended: PlanProblem[]; left: PlanProblem[] };

/** A whole plan from a description: it passes the form's own checks on each platform, or says what is left. */
export function toDescribedDraft(plan: DescribedPlan, context: DraftContext): DescribedDraft {
  const platforms = plan.accounts.map(({ platform }) => platform);
  const chosen = plan.accounts.reduce(
    (draft, { id, platform }) => setOwn(draft, platform, { ad_account_id: id }),
    choosePlatforms(emptyDraft(), platforms),
  );
  const dated = setCampaign(startFromProduct(chosen, plan.product, context), null, {
    starts_at: plan.startsAt?.toISOString() ?? null,
    ends_at: plan.endsAt?.toISOString() ?? null,
    ...(plan.dailyBudgetHalalas === null ? {} : { daily_budget_halalas: plan.dailyBudgetHalalas }),
  });
  const written = withTexts(withAudience(dated, plan), plan);
  const draft = mendDraft(written, context);
  const left = checkDraft(draft, context);
  const isLeft = (problem: PlanProblem) =>
    left.some(
      ({ field, code, platform }) =>
        field === problem.field && code === problem.code && platform === problem.platform,
    );
  return { draft, left, mended: checkDraft(written, context).filter((problem) => !isLeft(problem)) };
}

const withAudience = (draft: PlanDraft, { gender, locations }: DescribedPlan): PlanDraft => ({
  ...draft,
  ad_groups: draft.ad_groups.map((group) => ({ ...group, gender, locations: [...locations] })),
});

/** The texts in their order, each in an ad of its own beside the first, with the first's product and page. */
function withTexts(draft: PlanDraft, { texts }: DescribedPlan): PlanDraft {
  const [group] = draft.ad_groups;
  const [first] = group?.ads ?? [];
  if (!group || !first) return draft;
  const { key: _key, ...fields } = first;
  return texts.slice(0, planMax.adsPerGroup).reduce((written, { headline, text }, index) => {
    const key = index === 0 ? first.key : `ad-${index + 1}`;
    const added = index === 0 ? written : addAd(written, group.key, () => key);
    return setAd(added, null, key, { ...fields, headline: headline || fields.headline, text });
  }, draft);
}
