import { type Halalas, halalas } from "#base/shared/money.ts";
import type { BudgetChange } from "../contract/bulk.ts";

const whole = 10_000;
const riyal = 100;

/**
 * The daily budget after a change, at least nothing. A share of it is rounded half up to a whole riyal, and never leaves the budget as it
 * is: a share of a few riyals changes it by one riyal at least.
 */
export function applyBudgetChange(currentHalalas: number, change: BudgetChange): Halalas {
  if (change.kind === "set") return halalas(change.daily_budget_halalas);
  if (change.kind === "amount") return halalas(Math.max(0, currentHalalas + change.change_halalas));
  if (change.basis_points === 0) return halalas(currentHalalas);
  const exact = (currentHalalas * (whole + change.basis_points)) / whole;
  const rounded = Math.round(exact / riyal) * riyal;
  const grows = change.basis_points > 0;
  const least = currentHalalas + (grows ? riyal : -riyal);
  return halalas(Math.max(0, grows ? Math.max(rounded, least) : Math.min(rounded, least)));
}
