import { cleanText } from "#base/shared/text.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { toShortName } from "#modules/stores/contract/product-name.ts";
import { headlineLimit } from "../contract/check-ad.ts";
import { planMax } from "../contract/enums.ts";
import type { AdGroupFields, Location } from "../contract/shapes.ts";
import { checkDraft, type DraftContext, type PlanProblem } from "./check-draft.ts";
import { addAd, choosePlatforms, setAd, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import type { AdProduct } from "./fill-from-product.ts";
import { cutText, cutTexts } from "./nearest-text.ts";
import { type Picture, placePictures } from "./place-pictures.ts";
import { getLimits } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { mendDraft, startFromProduct } from "./start-from-product.ts";

/** A plan as it was described; what is null takes the product's own defaults. */
export type DescribedPlan = {
  product: AdProduct;
  /** The ad account on each platform that the plan is for, with its share of the budget in basis points; without: equal. */
  accounts: readonly { id: string; platform: Platform; share?: number | undefined }[];
  gender: AdGroupFields["gender"];
  locations: readonly Location[];
  dailyBudgetHalalas: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  /** One ad for each. */
  texts: readonly { headline: string; text: string }[];
  /** What the texts end with on a platform, as a number to order by. */
  endings?: Partial<Record<Platform, string>>;
  /** Of all sizes that its platforms take; each ad gets those that fit. */
  pictures?: readonly Picture[];
};

/** The draft, the problems that were mended, and those that only the merchant can answer, as a picture. */
export type DescribedDraft = { draft: PlanDraft; mended: PlanProblem[]; left: PlanProblem[] };

/** A whole plan from a description: it passes the form's own checks on each platform, or says what is left. */
export function toDescribedDraft(plan: DescribedPlan, context: DraftContext): DescribedDraft {
  const platforms = plan.accounts.map(({ platform }) => platform);
  const chosen = plan.accounts.reduce(
    (draft, { id, platform, share }) =>
      setOwn(draft, platform, {
        ad_account_id: id,
        ...(share === undefined ? {} : { budget_share: share }),
      }),
    choosePlatforms(emptyDraft(), platforms),
  );
  const dated = setCampaign(startFromProduct(chosen, plan.product, context), null, {
    starts_at: plan.startsAt?.toISOString() ?? null,
    ends_at: plan.endsAt?.toISOString() ?? null,
    ...(plan.dailyBudgetHalalas === null ? {} : { daily_budget_halalas: plan.dailyBudgetHalalas }),
  });
  const texted = withCombinations(withTexts(withAudience(dated, plan), plan), plan);
  const ended = withEndings(texted, plan.endings ?? {});
  const written = withPictures(ended, plan.pictures ?? []);
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

/**
 * Where a platform combines several headlines and descriptions into an ad, each ad has those of all the texts: then the names
 * of the product and the store, as a platform needs at least some.
 */
const withCombinations = (draft: PlanDraft, { texts, product }: DescribedPlan): PlanDraft => {
  const headlines = [...texts.map(({ headline }) => headline), toShortName(product.name), product.store_name];
  const descriptions = [...texts.map(({ text }) => text), cleanText(product.name)];
  const ads = draft.ad_groups.flatMap((group) => group.ads);
  return listPlatforms(draft).reduce((changed, platform) => {
    const limits = getLimits(draft, platform);
    if (!limits?.descriptions || limits.headlines.max < 2) return changed;
    const { descriptions: described, headlines: headed, textsCountedBy: counted } = limits;
    const [description = "", ...more_descriptions] = cutTexts(descriptions, {
      max: described.length,
      count: described.max,
      counted,
    });
    const rule = { max: headlineLimit(limits), count: headed.max - 1, counted };
    return ads.reduce((next, ad) => {
      const headline = cutText(ad.headline, rule.max, counted);
      const more_headlines = cutTexts(headlines, { ...rule, taken: [headline] });
      return setAd(next, platform, ad.key, { headline, more_headlines, description, more_descriptions });
    }, changed);
  }, draft);
};

/** An ending stays whole: the text before it is cut where both are too long. */
const withEndings = (draft: PlanDraft, endings: Partial<Record<Platform, string>>): PlanDraft =>
  listPlatforms(draft).reduce((changed, platform) => {
    const ending = endings[platform];
    const max = getLimits(draft, platform)?.textMax;
    if (!ending || max === undefined) return changed;
    return changed.ad_groups
      .flatMap(({ ads }) => ads)
      .reduce(
        (next, { key, text }) =>
          setAd(next, platform, key, { text: `${cutText(text, max - ending.length - 1)} ${ending}` }),
        changed,
      );
  }, draft);

/** Every ad with the pictures that fit its platforms. */
const withPictures = (draft: PlanDraft, pictures: readonly Picture[]): PlanDraft =>
  pictures.length === 0
    ? draft
    : draft.ad_groups
        .flatMap(({ ads }) => ads)
        .reduce((changed, { key }) => placePictures(changed, key, pictures).draft, draft);
