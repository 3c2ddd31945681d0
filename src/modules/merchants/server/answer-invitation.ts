import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { recordMember } from "./invite-member.ts";
import { getPersonId, toPersonContext } from "./member-context.ts";
import {
  activateMembership,
  endMembership,
  findActiveMembership,
  lockInvitation,
  type MembershipRow,
} from "./memberships.store.ts";
import { findMerchant } from "./merchants.store.ts";
import { switchSession } from "./switch-merchant.ts";

type Deps = { systemClock: Clock };
type Answer = { id: string; sessionId: string };

/**
 * The person becomes a member, and their session acts for the merchant. Only the holder of the invited number can: the
 * number was proven by signing in. Returns the merchant's id. Refuses `base.not_found` and `merchants.invitation_expired`.
 */
export const acceptInvitation =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, { id, sessionId }: Answer): Promise<string> =>
    transact(ctx, async (ctx) => {
      const invitation = await lockOwnInvitation(ctx, id);
      const at = systemClock.now();
      if (invitation.expires_at <= at) merchantsRefusals.refuse("merchants.invitation_expired");
      const personId = getPersonId(ctx);
      const there = toInviter(ctx, invitation);
      // Invited again under a second number: they are a member already.
      if (await findActiveMembership(there, personId))
        await endMembership(ctx, { id, reason: "withdrawn", at });
      else {
        await activateMembership(ctx, { id, personId, at });
        await ctx.tx.publish({
          name: "merchant.member_joined",
          merchant_id: invitation.merchant_id,
          person_id: personId,
        });
        await recordMember(there, "member.joined", invitation, { after: { role: invitation.role } });
      }
      await switchSession(ctx, { sessionId, merchantId: invitation.merchant_id });
      return invitation.merchant_id;
    });

/** Refuses `base.not_found`. */
export const declineInvitation =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, id: string): Promise<void> =>
    transact(ctx, async (ctx) => {
      const invitation = await lockOwnInvitation(ctx, id);
      await endMembership(ctx, { id, reason: "declined", at: systemClock.now() });
      await ctx.tx.publish({
        name: "merchant.member_left",
        merchant_id: invitation.merchant_id,
        person_id: null,
        reason: "declined",
      });
      await recordMember(toInviter(ctx, invitation), "member.declined", invitation, {});
    });

async function lockOwnInvitation(ctx: Context, id: string): Promise<MembershipRow> {
  const person = (await findMerchant(toPersonContext(ctx))) ?? baseRefusals.refuse("base.session_gone");
  return (await lockInvitation(ctx, { id, mobile: person.mobile })) ?? baseRefusals.refuse("base.not_found");
}

/** What the answer changes is the inviting merchant's: their log names the person who answered. */
const toInviter = (ctx: Context, { merchant_id }: MembershipRow): Context => ({
  ...ctx,
  actor: { ...ctx.actor, merchantId: merchant_id },
});
