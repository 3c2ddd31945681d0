import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type EndedSession, markSessionsEnded, type SessionSelection } from "./sessions.store.ts";

/**
 * Ends sessions of the person whose context it is at once and publishes `merchant.sessions_ended`, so that open streams
 * close; returns how many ended.
 */
export const endSessions =
  ({ systemClock }: { systemClock: Clock }) =>
  (ctx: ReadContext, selection: SessionSelection): Promise<number> =>
    transact(ctx, async (ctx) => {
      const ended = await markSessionsEnded(ctx, selection, systemClock.now());
      if (ended.length === 0) return 0;
      await publishEnded(ctx, ended);
      await recordAudit(ctx, {
        module: "merchants",
        action: "merchant.sessions_ended",
        subject: ctx.actor.merchantId,
        after: { ended_session_ids: ended.map(({ id }) => id) },
      });
      return ended.length;
    });

/** To each merchant that one of them acted for: the streams are theirs. */
export async function publishEnded({ tx }: Context, ended: readonly EndedSession[]): Promise<void> {
  for (const merchantId of new Set(ended.map(({ merchant_id }) => merchant_id)))
    await tx.publish({
      name: "merchant.sessions_ended",
      merchant_id: merchantId,
      session_ids: ended.filter(({ merchant_id }) => merchant_id === merchantId).map(({ id }) => id),
    });
}
