import { isObject, type Json } from "../shared/field-table.ts";
import type { Context } from "./call.ts";
import { invalid, refused } from "./errors.ts";
import type { StoredObject } from "./registry.ts";

/**
 * Applies a change of a campaign's bid strategy to its ad sets: caps come with `adset_bid_amounts` ({ad set id:
 * minor units}) or exist already; without a cap the amounts are removed. A change of the campaign alone cannot
 * switch to a minimum ROAS.
 */
export function applyBids(context: Context, before: StoredObject, campaign: Json, amounts: unknown): void {
  const given = amountsIn(amounts);
  const adSets = context.registry.listChildren("adsets", before.id).filter((adSet) => !adSet.deleted);
  const strategy = campaign.bid_strategy;
  const needsAmount = strategy === "COST_CAP" || strategy === "LOWEST_COST_WITH_BID_CAP";
  const hasChanged = strategy !== before.wire.bid_strategy;
  if (!hasChanged && amounts === undefined) return;
  const next = adSets.map((adSet) => {
    const { bid_amount, bid_constraints, ...wire } = adSet.wire;
    if (strategy === "LOWEST_COST_WITH_MIN_ROAS") {
      if (!bid_constraints)
        throw invalid("The ad sets of this campaign have no roas_average_floor", { blame: ["bid_strategy"] });
      return { ...adSet, wire: { ...wire, bid_constraints } };
    }
    if (!needsAmount) return { ...adSet, wire };
    const amount = given[adSet.id] ?? bid_amount;
    if (amount === undefined)
      throw refused(1_815_857, "Bid amount required", `A bid amount is required with ${strategy}.`, [
        "adset_bid_amounts",
      ]);
    return { ...adSet, wire: { ...wire, bid_amount: amount } };
  });
  for (const adSet of next) context.registry.tables.adsets.put(adSet);
}

function amountsIn(amounts: unknown): Record<string, number> {
  if (amounts === undefined) return {};
  const read: unknown = typeof amounts === "string" ? JSON.parse(amounts) : amounts;
  const isSound =
    isObject(read) && Object.values(read).every((amount) => Number.isInteger(amount) && Number(amount) > 0);
  if (!isSound)
    throw invalid("Param adset_bid_amounts must map ad set ids to amounts", { blame: ["adset_bid_amounts"] });
  return read as Record<string, number>;
}
