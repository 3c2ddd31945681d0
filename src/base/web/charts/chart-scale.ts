/** A round step and ceiling so that the value axis has three to five lines: 798 → 0, 200, 400, 600, 800. */
export function niceScale(highest: number, lines = 4): { top: number; ticks: number[] } {
  const most = highest > 0 ? highest : 1;
  const rough = most / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => step * index) };
}

/** Which of `count` points get a date label: at most `most`, as far from each other, the last one of them. */
export function labelledPoints(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}

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
