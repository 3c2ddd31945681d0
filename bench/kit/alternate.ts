export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** "812 /s (790–840) beside 1,204 /s (1,100–1,260)": medians, and in brackets how far the rounds lay apart. */
export function beside(
  { ours, floor }: { ours: readonly number[]; floor: readonly number[] },
  unit: string,
): string {
  return `${inWords(ours, unit)} beside ${inWords(floor, unit)}`;
}

function inWords(values: readonly number[], unit: string): string {
  const digits = median(values) < 100 ? 1 : 0;
  const show = (value: number) =>
    value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${show(median(values))} ${unit} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

/**
 * Measures two sides in turn, the first of one round being the second of the next, after a round that does not count.
 * `ratio` is the median of the rounds' own ratios: what the machine did to both at the same time cancels out.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number[]; floor: number[]; ratio: number }> {
  const told = { ours: [] as number[], floor: [] as number[] };
  await ours();
  await floor();
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    if (first) told.ours.push(await ours());
    told.floor.push(await floor());
    if (!first) told.ours.push(await ours());
  }
  return {
    ...told,
    ratio: median(told.ours.map((value, round) => value / (told.floor[round] ?? Number.NaN))),
  };
}
