import type { ReadContext } from "#base/server/context.ts";
import type { Action } from "../contract/enums.ts";
import { findBudgetsBefore } from "../domain/restore.ts";
import { listBudgetChanges } from "./acts.store.ts";

/** The budgets to go back to, by campaign; nothing is read unless one of the rules goes back. */
export async function loadBudgetsBefore(
  ctx: ReadContext,
  rules: readonly { action: Action }[],
  campaigns: readonly { id: string; daily_budget_halalas: number }[],
): Promise<Map<string, number>> {
  const goesBack = rules.some(({ action }) => action === "restore_budget");
  return goesBack ? findBudgetsBefore(campaigns, await listBudgetChanges(ctx)) : new Map();
}
