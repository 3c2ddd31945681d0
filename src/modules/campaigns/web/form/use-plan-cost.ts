import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type CostFacts, computeMaxCostToday, computeRequiredReserve } from "../../contract/cost.ts";
import { computeMissingFunds, computeTopUp } from "../../contract/missing-funds.ts";
import type { NewCampaign } from "../../contract/shapes.ts";
import { type BodyContext, toPlanBody } from "../../domain/plan-body.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { type MissingFunds, toCostFacts, useAvailableBalance } from "../use-missing-funds.ts";

/** In halalas; `available` and `missingFunds` are null while the balance is not loaded. */
export type PlanCost = {
  mostToday: Halalas;
  reserve: Halalas;
  available: Halalas | null;
  missingFunds: MissingFunds | null;
};

/** What a plan can cost today on all its platforms, what it reserves, and what the wallet lacks for that. */
export function usePlanCost(draft: PlanDraft, context: BodyContext): PlanCost {
  const now = useNow();
  const wallet = useAvailableBalance().data;
  const facts = toPlanBody(draft, context).campaigns.flatMap((one) => toFacts(one, now) ?? []);
  const reserve = sum(facts.map((one) => computeRequiredReserve(one, later(now, one.startsAt))));
  const mostToday = sum(facts.map((one) => computeMaxCostToday(one, now)));
  if (!wallet) return { mostToday, reserve, available: null, missingFunds: null };
  const available = halalas(wallet.available_halalas);
  const missing = computeMissingFunds(reserve, zeroHalalas, available);
  const topUp = computeTopUp(missing, halalas(wallet.deposit_min_halalas));
  return { mostToday, reserve, available, missingFunds: missing > 0 ? { missing, available, topUp } : null };
}

/** The campaign of a platform that can be linked, as soon as it has a budget. */
function toFacts(campaign: NewCampaign, now: Date): CostFacts | null {
  return getCapabilities(campaign.platform, campaign.placements) ? toCostFacts(campaign, now) : null;
}

const sum = (amounts: readonly number[]): Halalas => halalas(amounts.reduce((all, one) => all + one, 0));
const later = (one: Date, other: Date) => (one > other ? one : other);
