import { isRatio, type Metric, metrics, type Ratio, type Sum } from "../contract/metrics.ts";

/** Ratios are computed from the sums of a whole group, never averaged. */

export type Sums = Record<Sum, number>;

/** The sums that these metrics are computed from, each once. */
export function listSums(names: readonly Metric[]): Sum[] {
  return [...new Set(names.flatMap((name) => (isRatio(name) ? toParts(name) : [name as Sum])))];
}

/** Each metric's value, in the order of `names`; a ratio is null when there is nothing to divide by. */
export function computeMetrics<const Names extends Metric>(
  names: readonly Names[],
  sums: Partial<Sums>,
): { [Name in Names]: Name extends Ratio ? number | null : number } {
  const values = names.map((name) => [
    name,
    isRatio(name) ? computeRatio(name, sums) : (sums[name as Sum] ?? 0),
  ]);
  return Object.fromEntries(values) as { [Name in Names]: Name extends Ratio ? number | null : number };
}

function computeRatio(name: Ratio, sums: Partial<Sums>): number | null {
  const [numerator, denominator] = toParts(name).map((sum) => sums[sum] ?? 0) as [number, number];
  const metric = metrics[name];
  if (metric.unit === "ratio") return divide(numerator, denominator);
  const per = "per" in metric ? metric.per : 1;
  return denominator > 0 ? Math.round((numerator * per) / denominator) : null;
}

/** Two decimals, rounded half up; null when there is nothing to divide by. */
export function divide(numerator: number, denominator: number): number | null {
  return denominator > 0 ? Math.round((numerator * 100) / denominator) / 100 : null;
}

/** What a ratio divides, and by what. */
export const toParts = (name: Ratio): readonly [Sum, Sum] => metrics[name].of;
