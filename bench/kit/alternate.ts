export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Smallest and largest of the rounds: how noisy the machine was. */
export function spread(values: readonly number[], digits = 0): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
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
