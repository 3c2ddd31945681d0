import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `campaigns.budget_moves`. */

export type BudgetMoveRow = Row<"campaigns.budget_moves">;
type NewBudgetMove = Omit<BudgetMoveRow, "merchant_id" | "moved_at" | "undone_at">;

export async function insertBudgetMove({ tx, actor, now }: Context, move: NewBudgetMove): Promise<void> {
  await tx.run(sql`
    insert into campaigns.budget_moves (merchant_id, id, plan_id, from_campaign_id, to_campaign_id, amount_halalas,
      from_budget_halalas, to_budget_halalas, moved_at)
    values (${actor.merchantId}, ${move.id}, ${move.plan_id}, ${move.from_campaign_id}, ${move.to_campaign_id},
      ${move.amount_halalas}, ${move.from_budget_halalas}, ${move.to_budget_halalas}, ${now})`);
}

/** The plan's last move that was not undone. */
export function findLastMove({ db, actor }: ReadContext, planId: string): Promise<BudgetMoveRow | undefined> {
  return db.maybeOne(sql`
    select * from campaigns.budget_moves
    where merchant_id = ${actor.merchantId} and plan_id = ${planId} and undone_at is null
    order by moved_at desc, id desc limit 1`);
}

/** The plan's moves that were not undone, the newest first; at most `limit`. */
export function listOpenMoves(
  { db, actor }: ReadContext,
  { planId, limit }: { planId: string; limit: number },
): Promise<BudgetMoveRow[]> {
  return db.many(sql`
    select * from campaigns.budget_moves
    where merchant_id = ${actor.merchantId} and plan_id = ${planId} and undone_at is null
    order by moved_at desc, id desc limit ${limit}`);
}

/** Marks a move of the plan as undone and returns it; undefined when there is none, or it was undone before. */
export function markMoveUndone(
  { tx, actor, now }: Context,
  { planId, moveId }: { planId: string; moveId: string },
): Promise<BudgetMoveRow | undefined> {
  return tx.maybeOne(sql`
    update campaigns.budget_moves set undone_at = ${now}
    where merchant_id = ${actor.merchantId} and plan_id = ${planId} and id = ${moveId} and undone_at is null
    returning *`);
}
