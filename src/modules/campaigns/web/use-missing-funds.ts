import { useQuery } from "@tanstack/react-query";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { makeCaller } from "#base/web/api.ts";
import { useNow } from "#base/web/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { WalletCalls } from "#modules/wallet/contract/wallet.calls.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { computeMissingFunds, computeTopUp } from "../contract/missing-funds.ts";
import type { CampaignDraft } from "./form/draft.ts";

const callWallet = makeCaller<WalletCalls>();

/** What is free in the wallet, and the least deposit; the wallet's own screens read the same answer. */
export function useAvailableBalance(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: ["wallet", "index"],
    queryFn: ({ signal }) => callWallet("GET Clients/Wallet/index", { signal, quiet: true }),
  });
}

/** In halalas: what is missing, what is free, and the deposit that would cover it. */
export type MissingFunds = { missing: Halalas; available: Halalas; topUp: Halalas };

/**
 * Whether the wallet can hold what a campaign needs to run, counted as one types; null while it can, or nothing is known.
 * `held`: what the campaign holds already. The server decides; this only says it before it is asked.
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

/** What each campaign holds in the wallet now, in halalas by its id. */
export function useHeldAmounts(isWanted: boolean) {
  return useQuery({
    queryKey: ["wallet", "reserves", "all"],
    queryFn: ({ signal }) =>
      callWallet("GET Clients/Wallet/reserves", { query: { page: 1, size: 100 }, signal, quiet: true }),
    select: ({ items }) => new Map(items.map((one) => [one.campaign_id, one.held_halalas])),
    enabled: isWanted,
  });
}

/** What is held from the start on: the days it will then have left count. Null while no budget is typed. */
export function useReserve(campaign: CampaignDraft): Halalas | null {
  return computeReserve(campaign, useNow());
}

export function computeReserve(campaign: CampaignDraft, now: Date): Halalas | null {
  const facts = toCostFacts(campaign, now);
  return facts && computeRequiredReserve(facts, new Date(Math.max(now.getTime(), facts.startsAt.getTime())));
}

/** The facts of a draft's cost; null while no budget is typed. */
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
