import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";
import { isVisible } from "#base/shared/text.ts";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import type { AdFields, NewCampaign, NewPlan } from "../contract/shapes.ts";
import { fitAd, fitAdGroup } from "./fit.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { getPart, toPlatformDraft } from "./read-draft.ts";
import { type BudgetPart, splitBudget } from "./split-budget.ts";

/** What the draft does not know by itself. */
export type BodyContext = {
  /** A campaign's name where the plan has several: the plan's, with the platform's. */
  nameOn: (name: string, platform: Platform) => string;
  /** The currency of each chosen ad account, ISO 4217; absent while none is chosen. */
  currencies: Partial<Record<Platform, string>>;
};

/** The draft as the body of the call that creates the plan. Empty names take the plan's name or the ad's headline. */
export function toPlanBody(draft: PlanDraft, context: BodyContext): NewPlan {
  const budgets = computeBudgets(draft, context);
  const { name, objective } = draft.campaign;
  return {
    name,
    objective,
    campaigns: listPlatforms(draft).map((platform) =>
      toCampaignBody(draft, platform, { ...context, budget: budgets[platform] ?? zeroHalalas }),
    ),
  };
}

/** Each platform's daily budget in halalas; none before a total is typed. */
export function computeBudgets(
  draft: PlanDraft,
  context: Pick<BodyContext, "currencies">,
): Partial<Record<Platform, Halalas>> {
  const total = draft.campaign.daily_budget_halalas;
  if (total === null) return {};
  const chosen = listPlatforms(draft);
  const amounts = splitBudget(
    halalas(total),
    chosen.map((platform) => toBudgetPart(draft, platform, context)),
  );
  return Object.fromEntries(chosen.map((platform, index) => [platform, amounts[index] ?? zeroHalalas]));
}

/** A platform's share of the budget, and the least it accepts in its ad account's currency. */
export function toBudgetPart(
  draft: PlanDraft,
  platform: Platform,
  { currencies }: Pick<BodyContext, "currencies">,
): BudgetPart {
  const { own } = getPart(draft, platform);
  const limits = getCapabilities(platform, own.placements);
  return {
    share: own.budget_share,
    minimum: limits ? findMinimumBudget(limits, currencies[platform]) : zeroHalalas,
  };
}

/** The limits of a chosen platform at the placements chosen there; null for one that cannot be linked yet. */
export const getLimits = (draft: PlanDraft, platform: Platform): Capabilities | null =>
  getCapabilities(platform, getPart(draft, platform).own.placements);

/** One platform's campaign, with its part of the daily budget. */
export function toCampaignBody(
  draft: PlanDraft,
  platform: Platform,
  { nameOn, budget }: Pick<BodyContext, "nameOn"> & { budget: Halalas },
): NewCampaign {
  const { own, differs } = getPart(draft, platform);
  const { campaign, ad_groups: groups } = toPlatformDraft(draft, platform);
  const { budget_share: _share, ...settings } = own;
  const limits = getLimits(draft, platform);
  const isNamedAlone = differs.campaign.name !== undefined || listPlatforms(draft).length < 2;
  return {
    ...campaign,
    ...settings,
    platform,
    name: isNamedAlone || !isVisible(campaign.name) ? campaign.name : nameOn(campaign.name, platform),
    client_campaign_id: campaign.client_campaign_id || null,
    daily_budget_halalas: budget,
    ad_groups: groups.map(({ key: _key, ads, ...group }, at) => ({
      ...(limits ? fitAdGroup(group, limits).value : group),
      name: group.name || (groups.length > 1 ? `${campaign.name} ${at + 1}` : campaign.name),
      ads: ads.map(({ key: _adKey, product_id: _product, structure: _structure, ...ad }) =>
        toAdBody(limits ? fitAd(ad, limits).value : ad, campaign.landing_url),
      ),
    })),
  };
}

/** An ad as the body of a call: with a name and an address, and without texts that were left empty. */
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
