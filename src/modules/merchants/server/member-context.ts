import type { Context } from "#base/server/context.ts";
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
