import { useQuery } from "@tanstack/react-query";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { allReservesQuery, walletQuery } from "#modules/wallet/web/wallet.queries.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { computeMissingFunds, computeTopUp } from "../contract/missing-funds.ts";
import type { CampaignRow } from "../contract/shapes.ts";
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
function useHeldAmounts(isWanted: boolean) {
  return useQuery({
    ...allReservesQuery,
    select: ({ items }) => new Map(items.map((one) => [one.campaign_id, one.held_halalas])),
    enabled: isWanted,
  });
}

/**
 * What the wallet would hold in addition if these campaigns ran: of each, of all, and what is missing for all. Null
 * while the wallet is not loaded.
 */
export function useReserveGrowth(rows: readonly CampaignRow[]) {
  const now = useNow();
  const wallet = useAvailableBalance(rows.length > 0).data;
  const held = useHeldAmounts(rows.length > 0).data;
  if (!wallet || !held) return null;
  const growths = rows.map((row) => {
    const reserve = computeReserve({ ...row, starts_at: row.starts_at_once ? null : row.starts_at }, now);
    return Math.max(0, Math.max(reserve ?? 0, row.reserve_halalas) - (held.get(row.id) ?? 0));
  });
  const available = halalas(wallet.available_halalas);
  const needed = halalas(growths.reduce((sum, one) => sum + one, 0));
  const missing = computeMissingFunds(needed, halalas(0), available);
  const topUp = computeTopUp(missing, halalas(wallet.deposit_min_halalas));
  const missingFunds: MissingFunds | null = missing > 0 ? { missing, available, topUp } : null;
  return { needed, missingFunds, coversOne: growths.some((growth) => growth <= available) };
}

/** The reserve from the start on: the remaining days count. Null while no budget is typed. */
export function useReserve(campaign: CampaignDraft): Halalas | null {
  return computeReserve(campaign, useNow());
}

function computeReserve(campaign: CampaignDraft, now: Date): Halalas | null {
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
