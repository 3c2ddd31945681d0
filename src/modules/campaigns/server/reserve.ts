import type { Context } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  type CostFacts,
  computeMaxCostToday,
  computeRequiredReserve,
  computeReserveParts,
} from "../contract/cost.ts";
import type { AdAccounts, Wallet } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";

export type CapabilityLookup = Pick<AdAccounts, "getCapabilities">;

/** The larger of our budget and the platform's counts: a budget raised there costs money until the merchant decides. */
export function toCostFacts(campaign: CampaignRecord, lookup: CapabilityLookup): CostFacts {
  const { platform, placements, daily_budget_halalas, drift_daily_budget_halalas } = campaign;
  return {
    dailyBudget: halalas(Math.max(daily_budget_halalas, drift_daily_budget_halalas ?? 0)),
    maxDailyOverdeliveryBasisPoints:
      lookup.getCapabilities(platform, placements)?.maxDailyOverdeliveryBasisPoints ?? 10_000,
    startsAt: campaign.starts_at,
    endsAt: campaign.ends_at,
    maySpendSince: campaign.may_spend_since,
  };
}

/** The campaign's maximum cost today; zero unless it runs. */
export function toMaxCostToday(campaign: CampaignRecord, lookup: CapabilityLookup, now: Date): number {
  return campaign.status === "active" ? computeMaxCostToday(toCostFacts(campaign, lookup), now) : 0;
}

/** In halalas: what must be there in addition for the campaign to run as it is in `campaign`. */
export function computeReserveGrowth(campaign: CampaignRecord, lookup: CapabilityLookup, now: Date): number {
  const needed = computeRequiredReserve(toCostFacts(campaign, lookup), now);
  return Math.max(0, needed - campaign.reserve_halalas);
}

type Deps = { wallet: Wallet; adAccounts: CapabilityLookup };

/**
 * Reserves what a running campaign can cost before it is settled. The wallet may refuse growth. A smaller need lowers
 * the reserve only after the days under the larger budget are settled.
 */
export const holdReserve =
  ({ wallet, adAccounts }: Deps) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<CampaignRecord> => {
    const needed = computeRequiredReserve(toCostFacts(campaign, adAccounts), ctx.now);
    const amount = Math.max(needed, campaign.reserve_halalas);
    // A campaign that starts sets its reserve even without growth: what was spent of it must be there again.
    if (campaign.status !== "active" || amount > campaign.reserve_halalas)
      await wallet.hold(ctx, toHold(campaign, amount, adAccounts, ctx.now));
    return {
      ...campaign,
      reserve_halalas: amount,
      reserve_review_at: amount > needed ? computeSettledAt(ctx.now) : null,
    };
  };

/**
 * The campaign stops. Money it may already have cost stays reserved until its last two days are settled. It is released
 * at once when nothing that could cost was ever sent to the platform.
 */
export const releaseReserve =
  (wallet: Wallet) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<CampaignRecord> => {
    if (campaign.reserve_halalas === 0) return campaign;
    if (campaign.may_spend_since !== null)
      return { ...campaign, reserve_review_at: computeSettledAt(ctx.now) };
    await wallet.release(ctx, { purpose: "campaign", subject: campaign.id });
    return { ...campaign, reserve_halalas: 0, reserve_review_at: null };
  };

/** Today's spend is settled at the end of tomorrow. */
function computeSettledAt(now: Date): Date {
  return startOfRiyadhDay(addDays(toRiyadhDay(now), 2));
}

/**
 * The reserve as the wallet holds it: the amount, the campaign's name as the title, and the days it is made of. None while
 * a larger amount than they need stays reserved.
 */
export function toHold(campaign: CampaignRecord, amount: number, lookup: CapabilityLookup, now: Date) {
  const { id, name, platform } = campaign;
  const { days, maxDailyCost } = computeReserveParts(toCostFacts(campaign, lookup), now);
  const explanation =
    amount > 0 && amount === days * maxDailyCost ? { platform, days, day_halalas: maxDailyCost } : null;
  return { purpose: "campaign", subject: id, amount_halalas: amount, title: name, explanation } as const;
}
