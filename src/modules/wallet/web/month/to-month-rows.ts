import type { WaterfallRow } from "#base/web/charts/waterfall.tsx";
import type { WalletMonth } from "../wallet-calls.ts";

type Entry = WalletMonth["out"][number] | WalletMonth["in"][number];
/** A row whose name is still to be given: `entry` null is the balance at one end of the month. */
export type MonthRow = Omit<WaterfallRow, "name" | "note"> & { entry: Entry | null };

/** From the opening balance by what came in and went out to what is left; null when nothing moved. */
export function toMonthRows(month: WalletMonth): MonthRow[] | null {
  if (month.in.length + month.out.length === 0 && month.opening_halalas === 0) return null;
  return [
    { key: "opening", kind: "total", amount: month.opening_halalas, entry: null },
    ...month.in.map((entry) => toRow("in", entry)),
    ...month.out.map((entry) => toRow("out", entry)),
    { key: "closing", kind: "total", amount: month.closing_halalas, entry: null },
  ];
}

const toRow = (kind: "in" | "out", entry: Entry): MonthRow => ({
  key: `${kind} ${entry.kind} ${"reference" in entry ? (entry.reference ?? "") : ""}`,
  kind,
  amount: entry.amount_halalas,
  entry,
});
