import { type Actor, systemActor } from "../shared/actor.ts";
import type { Db, Tx } from "./db/db.ts";

/** What a reading use case gets beside its input. */
export type ReadContext = {
  readonly db: Db;
  readonly actor: Actor;
  /** Business time (the world clock) at which the request, job or event began to be handled. */
  readonly now: Date;
  /** The HTTP request that set this going; null for jobs and events. */
  readonly requestId: string | null;
};

/** What a writing use case gets: an open transaction whose events and audit entries name the actor. `db` is that `tx`. */
export type Context = ReadContext & { readonly tx: Tx };

/** Runs `work` in a transaction; inside one that is already open it joins it. Commits when `work` returns. */
export function transact<T>(ctx: ReadContext, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction((handle) => {
    const tx = handle.actingAs(ctx.actor.by);
    return work({ ...ctx, db: tx, tx });
  });
}

/** For a job or an event of a merchant: the product acts by itself. */
export function systemContext(db: Db, merchantId: string, now: Date): ReadContext {
  return { db, actor: systemActor(merchantId), now, requestId: null };
}

/** The same inside a transaction that is open already, as subscriptions and the outbox relay hand it on. */
export function systemTxContext(handle: Tx, merchantId: string, now: Date): Context {
  const actor = systemActor(merchantId);
  const tx = handle.actingAs(actor.by);
  return { db: tx, tx, actor, now, requestId: null };
}
