import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanChoices } from "../../contract/plan-shapes.ts";
import { factDays, isMeasured, type PlanFacts, type PlatformFacts } from "./plan-facts.ts";

const wholeShare = 10_000;
/** No platform gets less than this part of an equal share: one that gets nothing can never be measured better. */
const leastOfEqual = 0.5;

/**
 * The budget's shares: by the return of delivered orders where two platforms or more were measured enough, those that were not
 * with an equal share; otherwise equal for all. They add up to 10,000 basis points.
 */
export function chooseSplit(
  chosen: readonly Platform[],
  { platforms }: Pick<PlanFacts, "platforms">,
): PlanChoices["split"] {
  const found = chosen.map((platform) => platforms.find((one) => one.platform === platform));
  const measured = found.map((one) => (one && isMeasured(one) ? toMeasured(one) : null));
  const unmeasured = chosen.filter((_, index) => !measured[index]);
  const isByReturn =
    chosen.length - unmeasured.length > 1 && measured.some((one) => one !== null && one.roas > 0);
  const shares = toShares(measured.map((one) => (isByReturn ? (one?.roas ?? null) : null)));
  return {
    parts: chosen.map((platform, index) => ({
      platform,
      share: shares[index] ?? 0,
      measured: measured[index] ?? null,
    })),
    reasons: [
      chosen.length === 1
        ? { kind: "only_platform" }
        : isByReturn
          ? { kind: "split_by_return", days: factDays }
          : { kind: "split_default", unmeasured, days: factDays },
    ],
  };
}

const toMeasured = ({ spendHalalas, orders, salesHalalas }: PlatformFacts) => ({
  roas: Math.round((100 * salesHalalas) / spendHalalas) / 100,
  orders,
  spend_halalas: spendHalalas,
});

/** `returns`: of each platform; null: an equal share. */
function toShares(returns: readonly (number | null)[]): number[] {
  const equal = 1 / returns.length;
  const least = equal * leastOfEqual;
  const known = returns.flatMap((one) => one ?? []);
  const sum = known.reduce((all, one) => all + one, 0);
  // What the known ones share beyond the least of each.
  const rest = known.length * (equal - least);
  const exact = returns.map((one) => (one === null ? equal : least + (sum > 0 ? (rest * one) / sum : 0)));
  return toWhole(exact);
}

/** Whole basis points; the last takes what rounding left. */
function toWhole(parts: readonly number[]): number[] {
  const shares = parts.slice(0, -1).map((part) => Math.round(part * wholeShare));
  return [...shares, wholeShare - shares.reduce((all, share) => all + share, 0)];
}
