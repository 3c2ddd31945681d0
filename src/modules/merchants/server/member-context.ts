import type { Context, ReadContext } from "#base/server/context.ts";
import type { Tx } from "#base/server/db/db.ts";
import { memberActor } from "#base/shared/actor.ts";

/**
 * The context of a merchant that has just become known, by a code or a password: there is no session yet that could
 * have made one. `now` is the system clock, by which sessions and codes live.
 */
export function memberTxContext(
  handle: Tx,
  { merchantId, now, requestId }: { merchantId: string; now: Date; requestId: string | null },
): Context {
  const actor = memberActor(merchantId, merchantId);
  const tx = handle.actingAs(actor.by);
  return { db: tx, tx, actor, now, requestId };
}

/** The person who acts: the member, or the owner where nobody acts in person. Everybody owns the merchant of their own id. */
export const getPersonId = ({ actor: { merchantId, by } }: Pick<ReadContext, "actor">): string =>
  by.kind === "member" && by.id !== null ? by.id : merchantId;

/**
 * The same context bounded by the person instead of the merchant they act for: their profile, number, codes and sessions
 * are theirs wherever they work.
 */
export function toPersonContext<Ctx extends ReadContext>(ctx: Ctx): Ctx {
  return { ...ctx, actor: { ...ctx.actor, merchantId: getPersonId(ctx) } };
}
