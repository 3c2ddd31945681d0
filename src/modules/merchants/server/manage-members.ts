import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { MemberRole } from "../contract/roles.ts";
import { publishEnded } from "./end-sessions.ts";
import { recordMember, tellInvited } from "./invite-member.ts";
import { endMembership, lockMembership, type MembershipRow, saveRole } from "./memberships.store.ts";
import { markMemberSessionsEnded } from "./sessions.store.ts";

type Deps = { systemClock: Clock };

/** Gives a member or an open invitation another role. Refuses `base.not_found`. */
export const changeRole = (
  ctx: ReadContext,
  { id, role }: { id: string; role: MemberRole },
): Promise<MembershipRow> =>
  transact(ctx, async (ctx) => {
    const membership = (await lockMembership(ctx, id)) ?? baseRefusals.refuse("base.not_found");
    if (membership.role === role) return membership;
    await saveRole(ctx, id, role);
    if (membership.state === "invited") await tellInvited(ctx, membership.mobile);
    await recordMember(ctx, "member.role_changed", membership, {
      before: { role: membership.role },
      after: { role },
    });
    return { ...membership, role };
  });

/**
 * Removes a member, whose sessions that act for this merchant end at once, or withdraws an invitation. The owner has no
 * membership, so nobody can remove them. Refuses `base.not_found`.
 */
export const removeMember =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, id: string): Promise<void> =>
    transact(ctx, async (ctx) => {
      const membership = (await lockMembership(ctx, id)) ?? baseRefusals.refuse("base.not_found");
      const { person_id: personId, mobile } = membership;
      const at = systemClock.now();
      const reason = personId === null ? "withdrawn" : "removed";
      await endMembership(ctx, { id, reason, at });
      if (personId === null) await tellInvited(ctx, mobile);
      else await endSessionsHere(ctx, personId, at);
      await ctx.tx.publish({
        name: "merchant.member_left",
        merchant_id: ctx.actor.merchantId,
        person_id: personId,
        reason,
      });
      await recordMember(ctx, `member.${reason}`, membership, { before: { role: membership.role } });
    });

async function endSessionsHere(ctx: Context, personId: string, at: Date): Promise<void> {
  await publishEnded(ctx, await markMemberSessionsEnded(ctx, personId, at));
  // Their own pages list the merchants they can switch to.
  await ctx.tx.publish({ name: "merchant.invitations_changed", merchant_id: personId });
}
