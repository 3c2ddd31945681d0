import { formatShortRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import { isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { toHalalas } from "#modules/ad-accounts/contract/currencies.ts";
import {
  countSpansOfBusiestDay,
  type HourPlan,
  noHour,
  toStoredHours,
} from "#modules/ad-accounts/contract/hour-plan.ts";
import { leadsUnder, parseLink } from "#modules/stores/contract/store-address.ts";
import { budgetMax, nameMax, ownNumberMax } from "./enums.ts";
import { checkName, checkStored, isOutside, missing, type Problem, wrong } from "./problem.ts";
import { formatTimes } from "./roas.ts";
import type { CampaignFields } from "./shapes.ts";

export type CampaignContext = {
  now: Date;
  places: readonly string[];
  /** The start before an edit. An unchanged start may be in the past. */
  startsBefore?: Date | null;
  /** False: the ad account has no pixel. Absent while no account is chosen. */
  hasPixel?: boolean;
  /** The ad account's, ISO 4217: some platforms name their minimum budget in it. Absent while none is chosen. */
  currency?: string;
};

/** Checks a campaign against the platform's limits for its placements, the calendar, and the merchant's stores. */
export function checkCampaign(
  fields: CampaignFields,
  limits: Capabilities,
  { now, places, startsBefore = null, ...account }: CampaignContext,
): Problem[] {
  return [
    ...checkName(fields.name, nameMax),
    ...checkCampaignLimits(fields, limits, account),
    ...checkSchedule(fields, now, startsBefore),
    ...checkLink(fields.landing_url, places, "landing_url"),
    ...checkStored(fields.client_campaign_id, ownNumberMax, "client_campaign_id"),
  ];
}

/** The parts of a campaign that a platform limits. */
export type LimitedCampaign = Pick<
  CampaignFields,
  | "placements"
  | "objective"
  | "hours"
  | "daily_budget_halalas"
  | "bidding_strategy"
  | "target_cpa_halalas"
  | "target_roas"
>;

/** Only the platform's limits: also what an adapter makes sure of before a call, in the account's own currency. */
export function checkCampaignLimits(
  fields: LimitedCampaign,
  limits: Capabilities,
  { hasPixel, currency }: Pick<CampaignContext, "hasPixel" | "currency">,
): Problem[] {
  return [
    ...checkPlacements(fields.placements, limits),
    ...wrong(
      !limits.objectives.includes(fields.objective),
      "campaigns.objective_not_supported",
      "objective",
      { platform: limits.platform, objective: fields.objective },
    ),
    ...checkHours(toStoredHours(fields.hours), limits),
    ...checkBudget(fields.daily_budget_halalas, limits, currency),
    ...checkBidding(fields, limits, hasPixel),
  ];
}

/** Exactly one placement, or at least one, as the platform requires; none where it has only one. */
function checkPlacements(
  chosen: CampaignFields["placements"],
  { platform, placements }: Capabilities,
): Problem[] {
  const options = placements?.options ?? [];
  const strange = chosen.find((placement) => !options.includes(placement));
  if (strange)
    return wrong(true, "campaigns.placement_not_supported", "placements", { platform, placement: strange });
  return [
    ...wrong(placements !== null && chosen.length === 0, "campaigns.placement_missing", "placements", {
      platform,
    }),
    ...wrong(placements?.pick === "one" && chosen.length > 1, "campaigns.placement_one_only", "placements", {
      platform,
    }),
  ];
}

/** The codes of the reasons for which a platform takes no hours. */
const hoursRefused = {
  lifetime_budget_only: "campaigns.hours_need_lifetime_budget",
  not_offered: "campaigns.hours_not_supported",
} as const;

/** Some hours of the week, where the platform can show ads at those alone. */
function checkHours(hours: HourPlan | null, { platform, hourPlans }: Capabilities): Problem[] {
  if (hours === null) return [];
  if ("obstacle" in hourPlans) return wrong(true, hoursRefused[hourPlans.obstacle], "hours", { platform });
  const max = hourPlans.spansPerDay ?? 24;
  return [
    ...wrong(hours === noHour, "campaigns.hours_empty", "hours"),
    ...wrong(countSpansOfBusiestDay(hours) > max, "campaigns.hours_too_many_spans", "hours", {
      platform,
      max,
    }),
  ];
}

/** A daily budget against the platform's minimum and our own maximum. */
export function checkBudget(dailyBudgetHalalas: number, limits: Capabilities, currency?: string): Problem[] {
  const minimum = findMinimumBudget(limits, currency);
  const field = "daily_budget_halalas";
  const code = "campaigns.budget_too_small";
  const params = { platform: limits.platform, min: formatShortRiyals(minimum) };
  if (dailyBudgetHalalas === 0) return missing(true, field, code, params);
  return [
    ...wrong(dailyBudgetHalalas < minimum, code, field, params),
    ...wrong(dailyBudgetHalalas > budgetMax, "base.too_big", field, { max: formatShortRiyals(budgetMax) }),
  ];
}

/** The smallest daily budget, in riyals; some platforms name their figure in the account's own currency. */
export function findMinimumBudget(
  limits: Pick<Capabilities, "minimumDailyBudget" | "minimumInAccountCurrency">,
  currency?: string,
): Halalas {
  const { minimumDailyBudget, minimumInAccountCurrency } = limits;
  if (!minimumInAccountCurrency || currency === undefined) return minimumDailyBudget;
  const own = toHalalas(minimumInAccountCurrency, currency);
  return halalas(Math.max(own, minimumDailyBudget));
}

function checkBidding(fields: LimitedCampaign, limits: Capabilities, hasPixel?: boolean): Problem[] {
  const { platform } = limits;
  const bidding = fields.bidding_strategy;
  const named = { platform, bidding };
  if (!limits.biddingStrategies.includes(bidding))
    return wrong(true, "campaigns.bidding_not_supported", "bidding_strategy", named);
  return [
    ...wrong(
      hasPixel === false && limits.needsPixelFor.includes(bidding),
      "campaigns.bidding_needs_pixel",
      "bidding_strategy",
      named,
    ),
    ...(bidding === "target_cpa" ? checkTargetCpa(fields.target_cpa_halalas, limits) : []),
    ...(bidding === "target_roas" ? checkTargetRoas(fields.target_roas, limits) : []),
  ];
}

function checkTargetCpa(target: number | null, { platform, targetCpa }: Capabilities): Problem[] {
  return wrong(isOutside(target ?? 0, targetCpa), "campaigns.target_cpa_out_of_range", "target_cpa_halalas", {
    platform,
    min: formatShortRiyals(targetCpa.min),
    max: formatShortRiyals(targetCpa.max),
  });
}

function checkTargetRoas(target: number | null, { platform, targetRoas }: Capabilities): Problem[] {
  if (!targetRoas) return [];
  return wrong(isOutside(target ?? 0, targetRoas), "campaigns.target_roas_out_of_range", "target_roas", {
    platform,
    min: formatTimes(targetRoas.min),
    max: formatTimes(targetRoas.max),
  });
}

/** "Future date required": a chosen start and any end are in the future, and the end is after the start. */
function checkSchedule(
  { starts_at, ends_at }: Pick<CampaignFields, "starts_at" | "ends_at">,
  now: Date,
  startsBefore: Date | null,
): Problem[] {
  const start = starts_at === null ? now : new Date(starts_at);
  const end = ends_at === null ? null : new Date(ends_at);
  const isTouched = starts_at !== null && start.getTime() !== startsBefore?.getTime();
  return [
    ...wrong(isTouched && start <= now, "campaigns.start_not_ahead", "starts_at"),
    ...wrong(end !== null && end <= now, "campaigns.end_not_ahead", "ends_at"),
    ...wrong(end !== null && end > now && end <= start, "campaigns.end_before_start", "ends_at"),
  ];
}

/** A link is a web address under one of the merchant's stores. */
export function checkLink(link: string, places: readonly string[], field: string): Problem[] {
  if (!isVisible(link)) return missing(true, field);
  if (!parseLink(link.trim())) return wrong(true, "campaigns.link_not_valid", field);
  return wrong(!leadsUnder(link.trim(), places), "campaigns.link_outside_store", field, {
    places: places.join(", "),
  });
}
