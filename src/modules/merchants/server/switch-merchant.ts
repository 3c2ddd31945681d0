import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { recordMember } from "./invite-member.ts";
import { getPersonId, toPersonContext } from "./member-context.ts";
import { endMembership, findActiveMembership, lockMembership } from "./memberships.store.ts";
import { clearActsFor, saveActsFor } from "./sessions.store.ts";

/** This session acts for another merchant of the person from now on. Refuses `base.not_found` for one that is not theirs. */
export const switchMerchant = (
  ctx: ReadContext,
  { sessionId, merchantId }: { sessionId: string; merchantId: string },
): Promise<void> =>
  transact(ctx, async (ctx) => {
    const personId = getPersonId(ctx);
    const there = { ...ctx, actor: { ...ctx.actor, merchantId } };
    if (merchantId !== personId && !(await findActiveMembership(there, personId)))
      baseRefusals.refuse("base.not_found");
    await switchSession(ctx, { sessionId, merchantId });
  });

/** The caller has checked that the person may act for the merchant. */
export async function switchSession(
  ctx: Context,
  { sessionId, merchantId }: { sessionId: string; merchantId: string },
): Promise<void> {
  const actsFor = merchantId === getPersonId(ctx) ? null : merchantId;
  await saveActsFor(toPersonContext(ctx), { sessionId, actsFor });
  if (merchantId !== ctx.actor.merchantId) await publishMoved(ctx, ctx.actor.merchantId, [sessionId]);
}

const publishMoved = ({ tx }: Context, merchantId: string, sessionIds: string[]) =>
  tx.publish({ name: "merchant.sessions_moved", merchant_id: merchantId, session_ids: sessionIds });

/**
 * A member leaves by themselves: their sessions there act for their own merchant from now on. Refuses `base.not_found`
 * where they are no member, as in their own.
 */
export const leaveMerchant =
  ({ systemClock }: { systemClock: Clock }) =>
  (ctx: ReadContext, merchantId: string): Promise<void> =>
    transact(ctx, async (ctx) => {
      const personId = getPersonId(ctx);
      const there = { ...ctx, actor: { ...ctx.actor, merchantId } };
      const found = await findActiveMembership(there, personId);
      const membership = found && (await lockMembership(there, found.id));
      if (membership?.state !== "active") return baseRefusals.refuse("base.not_found");
      await endMembership(ctx, { id: membership.id, reason: "left", at: systemClock.now() });
      const moved = await clearActsFor(toPersonContext(ctx), merchantId);
      if (moved.length > 0) await publishMoved(ctx, merchantId, moved);
      await ctx.tx.publish({
        name: "merchant.member_left",
        merchant_id: merchantId,
        person_id: personId,
        reason: "left",
      });
      await recordMember(there, "member.left", membership, { before: { role: membership.role } });
    });
