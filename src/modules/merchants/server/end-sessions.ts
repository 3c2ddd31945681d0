import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { markSessionsEnded, type SessionSelection } from "./sessions.store.ts";

/**
 * Ends sessions of the merchant at once and publishes `merchant.sessions_ended`, so that open streams close; returns how
 * many ended.
 */
export const endSessions =
  ({ systemClock }: { systemClock: Clock }) =>
  (ctx: ReadContext, selection: SessionSelection): Promise<number> =>
    transact(ctx, async (ctx) => {
      const sessionIds = await markSessionsEnded(ctx, selection, systemClock.now());
      if (sessionIds.length === 0) return 0;
      const { merchantId } = ctx.actor;
      await ctx.tx.publish({
        name: "merchant.sessions_ended",
        merchant_id: merchantId,
        session_ids: sessionIds,
      });
      await recordAudit(ctx, {
        module: "merchants",
        action: "merchant.sessions_ended",
        subject: merchantId,
        after: { ended_session_ids: sessionIds },
      });
      return sessionIds.length;
    });
