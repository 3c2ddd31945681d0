import {
  type AdMetric,
  type AdSum,
  isRatio,
  type Metric,
  metrics,
  type Ratio,
  type Sum,
} from "../contract/metrics.ts";

/** Ratios are computed from the sums of a whole group, never averaged. */

export type Sums = Record<Sum, number>;

/** The sums that these metrics are computed from, each once. */
export function listSums(names: readonly AdMetric[]): AdSum[];
export function listSums(names: readonly Metric[]): Sum[];
export function listSums(names: readonly Metric[]): Sum[] {
  return [...new Set(names.flatMap((name) => (isRatio(name) ? toParts(name) : [name as Sum])))];
}

/** Each metric's value, in the order of `names`; a ratio is null when there is nothing to divide by. */
export function computeMetrics<const Names extends Metric>(
  names: readonly Names[],
  sums: Partial<Sums>,
): { [Name in Names]: Name extends Ratio ? number | null : number } {
  const values: Record<string, number | null> = {};
  for (const name of names)
    values[name] = isRatio(name) ? computeRatio(name, sums) : (sums[name as Sum] ?? 0);
  return values as { [Name in Names]: Name extends Ratio ? number | null : number };
}

/** The same, with null for a metric of which a sum is not known: not known is not zero. */
export function computeKnownMetrics(names: readonly Metric[], sums: Partial<Sums>): (number | null)[] {
  return names.map((name) =>
    listSums([name]).every((sum) => sums[sum] !== undefined) ? computeMetrics([name], sums)[name] : null,
  );
}

function computeRatio(name: Ratio, sums: Partial<Sums>): number | null {
  const [over, under] = toParts(name);
  const numerator = sums[over] ?? 0;
  const denominator = sums[under] ?? 0;
  const metric = metrics[name];
  if (metric.unit === "ratio") return divide(numerator, denominator);
  if (metric.unit === "share")
    return denominator > 0 ? Math.round((numerator * 10_000) / denominator) / 10_000 : null;
  const per = "per" in metric ? metric.per : 1;
  return denominator > 0 ? Math.round((numerator * per) / denominator) : null;
}

/** Two decimals, rounded half up; null when there is nothing to divide by. */
export function divide(numerator: number, denominator: number): number | null {
  return denominator > 0 ? Math.round((numerator * 100) / denominator) / 100 : null;
}

/** What a ratio divides, and by what. */
export const toParts = (name: Ratio): readonly [Sum, Sum] => metrics[name].of;
