import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Expected } from "../../contract/plan-shapes.ts";
import type { AdSums, PlanFacts, PlatformFacts } from "./plan-facts.ts";

/** Fewer weeks or orders than these have no range. */
const weeksNeeded = 4;
const ordersNeeded = 10;
/** A plan without an end is told of a week. */
const usualDays = 7;
/** The range lies between the weakest and the strongest tenth of the weeks. */
const lowPart = 0.1;
const highPart = 0.9;

type Plan = {
  parts: readonly { platform: Platform; share: number }[];
  dailyHalalas: number;
  days: number | null;
};
type Range = { low: number; middle: number; high: number };
type Result = "clicks" | "orders" | "salesHalalas";

/**
 * What the merchant's own earlier weeks let expect for the plan's spend, platform by platform; null where no platform of the
 * plan was measured long enough.
 */
export function computeExpected(
  { parts, dailyHalalas, days }: Plan,
  { platforms }: Pick<PlanFacts, "platforms">,
): Expected | null {
  const length = days ?? usualDays;
  const known = parts.flatMap(({ platform, share }) => {
    const facts = platforms.find((one) => one.platform === platform);
    const spend = Math.round((dailyHalalas * length * share) / 10_000);
    return facts && hasRange(facts) && spend > 0 ? [{ facts, spend }] : [];
  });
  if (known.length === 0) return null;
  const spend = known.reduce((all, one) => all + one.spend, 0);
  const sum = (result: Result) => known.map((one) => toRange(one.facts, result, one.spend)).reduce(addRanges);
  const sales = sum("salesHalalas");
  const names = known.map(({ facts }) => facts.platform);
  return {
    days: length,
    spend_halalas: spend,
    clicks: mapRange(sum("clicks"), Math.round),
    orders: mapRange(sum("orders"), Math.round),
    sales_halalas: mapRange(sales, Math.round),
    roas: mapRange(sales, (amount) => Math.round((100 * amount) / spend) / 100),
    basis: {
      weeks: Math.min(...known.map(({ facts }) => facts.weeks.length)),
      orders: known.reduce((all, { facts }) => all + facts.orders, 0),
      spend_halalas: known.reduce((all, { facts }) => all + facts.spendHalalas, 0),
    },
    left_out: parts.map(({ platform }) => platform).filter((platform) => !names.includes(platform)),
  };
}

const hasRange = ({ weeks, orders, spendHalalas }: PlatformFacts): boolean =>
  weeks.length >= weeksNeeded && orders >= ordersNeeded && spendHalalas > 0;

function toRange(facts: PlatformFacts, result: Result, spend: number): Range {
  const perHalala = (sums: AdSums) => sums[result] / sums.spendHalalas;
  const weeks = facts.weeks.map(perHalala).sort((one, other) => one - other);
  const middle = perHalala(facts);
  return {
    low: Math.min(middle, findQuantile(weeks, lowPart)) * spend,
    middle: middle * spend,
    high: Math.max(middle, findQuantile(weeks, highPart)) * spend,
  };
}

/** By linear interpolation between the two nearest of the sorted values. */
function findQuantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

const addRanges = (one: Range, other: Range): Range => ({
  low: one.low + other.low,
  middle: one.middle + other.middle,
  high: one.high + other.high,
});

const mapRange = ({ low, middle, high }: Range, map: (value: number) => number): Range => ({
  low: map(low),
  middle: map(middle),
  high: map(high),
});
