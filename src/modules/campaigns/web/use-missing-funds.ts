import { useQuery } from "@tanstack/react-query";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { allReservesQuery, walletQuery } from "#modules/wallet/web/wallet.queries.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { computeMissingFunds, computeTopUp } from "../contract/missing-funds.ts";
import type { CampaignDraft } from "./form/draft.ts";

/** The wallet's available balance and minimum deposit. */
export const useAvailableBalance = (isWanted = true) => useQuery({ ...walletQuery, enabled: isWanted });

/** In halalas: the missing amount, the available balance, and the deposit that would cover it. */
export type MissingFunds = { missing: Halalas; available: Halalas; topUp: Halalas };

/**
 * Whether the wallet can hold what a campaign needs to run, computed while the merchant types; null while it can, or
 * while the balance is not loaded. `held`: what the campaign already reserves. The server decides; this is an early
 * hint.
 */
export function useMissingFunds(campaign: CampaignDraft, held = 0): MissingFunds | null {
  const wallet = useAvailableBalance().data;
  const needed = useReserve(campaign);
  if (!wallet || needed === null) return null;
  const available = halalas(wallet.available_halalas);
  const missing = computeMissingFunds(needed, halalas(held), available);
  return missing > 0
    ? { missing, available, topUp: computeTopUp(missing, halalas(wallet.deposit_min_halalas)) }
    : null;
}

/** What each campaign reserves in the wallet now, in halalas by campaign id. */
export function useHeldAmounts(isWanted: boolean) {
  return useQuery({
    ...allReservesQuery,
    select: ({ items }) => new Map(items.map((one) => [one.campaign_id, one.held_halalas])),
    enabled: isWanted,
  });
}

/** The reserve from the start on: the remaining days count. Null while no budget is typed. */
export function useReserve(campaign: CampaignDraft): Halalas | null {
  return computeReserve(campaign, useNow());
}

export function computeReserve(campaign: CampaignDraft, now: Date): Halalas | null {
  const facts = toCostFacts(campaign, now);
  return facts && computeRequiredReserve(facts, new Date(Math.max(now.getTime(), facts.startsAt.getTime())));
}

/** The cost facts of a draft; null while no budget is typed. */
export function toCostFacts(campaign: CampaignDraft, now: Date) {
  const limits = getCapabilities(campaign.platform, campaign.placements);
  const budget = campaign.daily_budget_halalas;
  if (!limits || !budget) return null;
  return {
    dailyBudget: halalas(budget),
    maxDailyOverdeliveryBasisPoints: limits.maxDailyOverdeliveryBasisPoints,
    startsAt: campaign.starts_at === null ? now : new Date(campaign.starts_at),
    endsAt: campaign.ends_at === null ? null : new Date(campaign.ends_at),
    maySpendSince: null,
  };
}
