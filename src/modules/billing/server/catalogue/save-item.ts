import { sql } from "#base/server/db/db.ts";
import { type StaffContext, type StaffTxContext, transactAsStaff } from "#base/server/staff-context.ts";
import { catalogueRefusals } from "../../contract/catalogue.refusals.ts";

/** Runs a change of the catalogue in a transaction. Changes follow one another: each sees those before it. */
export const changeCatalogue = <Result>(
  ctx: StaffContext,
  work: (ctx: StaffTxContext) => Promise<Result>,
): Promise<Result> =>
  transactAsStaff(ctx, async (ctx) => {
    await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended('billing.catalogue', 0))`);
    return work(ctx);
  });

/**
 * Refuses `billing.edited_meanwhile`, with what stands, when an item was changed since the caller read it: nothing is
 * overwritten unseen.
 */
export function requireRevision(current: { revision: number }, revision: number): void {
  if (current.revision !== revision) catalogueRefusals.refuseWith("billing.edited_meanwhile", current);
}

/** The same for an order of all items: it names each of them once, at the revision that stands. */
export function requireAllRevisions<Item extends { revision: number }>(
  current: readonly Item[],
  ordered: readonly { id: string; revision: number }[],
  toId: (item: Item) => string,
): void {
  const revisions = new Map(current.map((item) => [toId(item), item.revision]));
  const isSame =
    new Set(ordered.map(({ id }) => id)).size === current.length &&
    ordered.length === current.length &&
    ordered.every(({ id, revision }) => revisions.get(id) === revision);
  if (!isSame) catalogueRefusals.refuseWith("billing.edited_meanwhile", { items: current });
}
