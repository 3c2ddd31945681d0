import type { Context, ReadContext } from "./context.ts";
import type { Db, Tx } from "./db/db.ts";

/** What a use case of the staff gets beside its input. It has no merchant: see `actOnMerchant`. */
export type StaffContext = {
  readonly db: Db;
  /** The transaction that is open already: of an idempotent call, and inside `transactAsStaff`. */
  readonly tx?: Tx;
  readonly by: { readonly kind: "staff"; readonly id: string };
  /** Business time (the world clock) at which the request began to be handled. */
  readonly now: Date;
  readonly requestId: string | null;
};

export type StaffTxContext = StaffContext & { readonly tx: Tx };

/** Runs `work` in a transaction whose events name the staff member; inside one that is already open it joins it. */
export function transactAsStaff<T>(ctx: StaffContext, work: (ctx: StaffTxContext) => Promise<T>): Promise<T> {
  return ctx.db.transaction((handle) => {
    const tx = handle.actingAs(ctx.by);
    return work({ ...ctx, db: tx, tx });
  });
}

/**
 * The context for acting on one merchant's data: its statements are bounded by that merchant, and every event and audit
 * entry names the staff member. Whether they may do so is the ability of the call that brought them here.
 */
export function actOnMerchant(ctx: StaffTxContext, merchantId: string): Context;
export function actOnMerchant(ctx: StaffContext, merchantId: string): ReadContext;
export function actOnMerchant({ db, tx, by, now, requestId }: StaffContext, merchantId: string): ReadContext {
  const actor = { merchantId, by };
  if (!tx) return { db, actor, now, requestId };
  const own = tx.actingAs(by);
  const inside: Context = { db: own, tx: own, actor, now, requestId };
  return inside;
}
