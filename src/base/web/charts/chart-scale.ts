/** A round step and ceiling so that the value axis has three to five lines: 798 → 0, 200, 400, 600, 800. */
export function niceScale(highest: number, lines = 4): { top: number; ticks: number[] } {
  const most = highest > 0 ? highest : 1;
  const rough = most / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => step * index) };
}

/** Which of `count` points get a date label, at most `most` of them, including the first and the last. */
export function labelledPoints(count: number, most: number): number[] {
  if (count <= 0) return [];
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const gap = (count - 1) / (most - 1);
  // Every second one: with some gaps of one and some of two, labels of neighbours would touch.
  if (gap < 2) return everySecond(count);
  return Array.from({ length: most }, (_, index) => Math.round(index * gap));
}

/** 0, 2, 4 … and the last, without the one before it. */
const everySecond = (count: number): number[] => [
  ...Array.from({ length: Math.ceil(count / 2) }, (_, at) => at * 2).filter((at) => at < count - 2),
  count - 1,
];

/** Runs of points that have a value: a gap in the data is a gap in the line, never a fall to zero. */
export function stretches(values: (number | null)[]): { from: number; values: number[] }[] {
  const found: { from: number; values: number[] }[] = [];
  let open: { from: number; values: number[] } | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      open = null;
      return;
    }
    if (open === null) {
      open = { from: index, values: [] };
      found.push(open);
    }
    open.values.push(value);
  });
  return found;
}
