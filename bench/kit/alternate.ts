export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** "812 /s (790–840) beside 1,204 /s (1,100–1,260)": medians, and in brackets the range of the rounds. */
export function formatComparison(
  { ours, baseline }: { ours: readonly number[]; baseline: readonly number[] },
  unit: string,
): string {
  return `${formatSummary(ours, unit)} beside ${formatSummary(baseline, unit)}`;
}

function formatSummary(values: readonly number[], unit: string): string {
  const digits = median(values) < 100 ? 1 : 0;
  const show = (value: number) =>
    value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${show(median(values))} ${unit} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

/**
 * Measures two sides alternately, the first of one round being the second of the next, after a warm-up round. `ratio`
 * is the median of the rounds' own ratios: effects of the machine on both at the same time cancel out.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number[]; baseline: number[]; ratio: number }> {
  const samples = { ours: [] as number[], baseline: [] as number[] };
  await ours();
  await baseline();
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    if (first) samples.ours.push(await ours());
    samples.baseline.push(await baseline());
    if (!first) samples.ours.push(await ours());
  }
  return {
    ...samples,
    ratio: median(samples.ours.map((value, round) => value / (samples.baseline[round] ?? Number.NaN))),
  };
}
