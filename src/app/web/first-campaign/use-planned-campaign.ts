import { type Halalas, halalas, shareOf } from "#base/shared/money.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import { unsettledDays } from "#modules/campaigns/contract/cost.ts";
import { proposeDailyBudget } from "#modules/campaigns/domain/first-budget.ts";
import { useSetup } from "./use-setup.ts";

/** In halalas; `reserve` is what the start holds back. */
export type PlannedCampaign = {
  platform: Platform;
  dailyBudget: Halalas;
  maxDailyOverdeliveryBasisPoints: number;
  reserve: Halalas;
};

/**
 * The campaign that the deposit is for, from the same table as the server: the one that was made and not started, else the
 * one that the linked account's platform begins with, else the first available platform's.
 */
export function usePlannedCampaign(): PlannedCampaign | null {
  const draft = useSetup().setup?.draft;
  const linked = useAdAccounts().data?.ad_accounts.find(({ status }) => status === "linked");
  const platform = draft?.platform ?? linked?.platform ?? platforms.find((one) => getCapabilities(one));
  const limits = platform && getCapabilities(platform, draft?.placements);
  if (!limits) return null;
  const { maxDailyOverdeliveryBasisPoints } = limits;
  const dailyBudget = draft
    ? halalas(draft.daily_budget_halalas)
    : proposeDailyBudget(limits, linked?.currency);
  const worstDay = shareOf(dailyBudget, Math.max(10_000, maxDailyOverdeliveryBasisPoints));
  return {
    platform: limits.platform,
    dailyBudget,
    maxDailyOverdeliveryBasisPoints,
    reserve: halalas(worstDay * unsettledDays),
  };
}
