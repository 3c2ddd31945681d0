type Row = { kind: "total" | "in" | "out"; amount: number };

/** Where a row's bar begins and how long it is, as shares of the widest point the rows reach. */
export type Step = { from: number; size: number };

/** A total begins at zero and sets the level; the others begin where the row above ended. */
export function toSteps(rows: readonly Row[]): Step[] {
  let level = 0;
  const spans = rows.map(({ kind, amount }) => {
    const before = kind === "total" ? 0 : level;
    level = kind === "out" ? level - amount : before + amount;
    return { low: Math.max(0, Math.min(before, level)), high: Math.max(0, before, level) };
  });
  const widest = Math.max(0, ...spans.map(({ high }) => high));
  return spans.map(({ low, high }) =>
    widest === 0 ? { from: 0, size: 0 } : { from: low / widest, size: (high - low) / widest },
  );
}
