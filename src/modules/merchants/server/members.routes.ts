import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type ListedMember, membersCalls } from "../contract/members.calls.ts";
import { acceptInvitation, declineInvitation } from "./answer-invitation.ts";
import { inviteMember, type MembersDeps, resendInvitation } from "./invite-member.ts";
import { loadUser, type RoleDeps } from "./load-user.ts";
import { changeRole, removeMember } from "./manage-members.ts";
import { getPersonId } from "./member-context.ts";
import { findOwnerActivity, listMemberships, type MembershipRow } from "./memberships.store.ts";
import { presentMember, presentOwner } from "./merchants.present.ts";
import { findMerchant } from "./merchants.store.ts";
import { leaveMerchant, switchMerchant } from "./switch-merchant.ts";

type Deps = MembersDeps & RoleDeps;

/** The calls about a merchant's team, and about the merchants that a person works for. */
export function mountMembers(app: FastifyInstance, context: HttpContext, deps: Deps): void {
  const load = loadUser(deps);
  const invite = inviteMember(deps);
  const resend = resendInvitation(deps);
  const leave = leaveMerchant(deps);
  const accept = acceptInvitation(deps);
  const decline = declineInvitation(deps);

  mountCalls(app, context, membersCalls, {
    "GET Clients/Members/index": async ({ ctx }) => {
      const items = await listTeam(deps, ctx);
      return { items, limit: await deps.findMemberLimit(ctx), used: items.length - 1 };
    },
    "POST Clients/Members/invite": async ({ ctx, body }) =>
      present(deps, ctx, await invite(ctx, { mobile: body.mobile_number, role: body.role })),
    "POST Clients/Members/{id}/resend": async ({ ctx, params }) =>
      present(deps, ctx, await resend(ctx, params.id)),
    "PUT Clients/Members/{id}/role": async ({ ctx, params, body }) =>
      present(deps, ctx, await changeRole(ctx, { id: params.id, role: body.role })),
    "DELETE Clients/Members/{id}": async ({ ctx, params }) => {
      await removeMember(deps)(ctx, params.id);
      return null;
    },
    "PUT Clients/Account/current-merchant": async ({ ctx, session, body }) => {
      const merchantId = body.merchant_id;
      await switchMerchant(ctx, { sessionId: session.sessionId, merchantId });
      return load(toMerchant(ctx, merchantId));
    },
    "POST Clients/Account/merchants/{id}/leave": async ({ ctx, params }) => {
      await leave(ctx, params.id);
      return load(ctx.actor.merchantId === params.id ? toMerchant(ctx, getPersonId(ctx)) : ctx);
    },
    "POST Clients/Account/invitations/{id}/accept": async ({ ctx, session, params }) =>
      load(toMerchant(ctx, await accept(ctx, { id: params.id, sessionId: session.sessionId }))),
    "POST Clients/Account/invitations/{id}/decline": async ({ ctx, params }) => {
      await decline(ctx, params.id);
      return load(ctx);
    },
  });
}

/** As the session's next call will be. */
const toMerchant = (ctx: ReadContext, merchantId: string): ReadContext => ({
  ...ctx,
  actor: { ...ctx.actor, merchantId },
});

async function listTeam(deps: Deps, ctx: ReadContext): Promise<ListedMember[]> {
  const owner = (await findMerchant(ctx)) ?? baseRefusals.refuse("base.session_gone");
  const personId = getPersonId(ctx);
  const now = deps.systemClock.now();
  const members = await listMemberships(ctx);
  return [
    presentOwner(owner, { lastActiveAt: await findOwnerActivity(ctx), personId }),
    ...members.map((row) => presentMember(row, { now, personId })),
  ];
}

/** With the name and the number of today, where the person is known. */
async function present(deps: Deps, ctx: ReadContext, { id }: MembershipRow): Promise<ListedMember> {
  const team = await listTeam(deps, ctx);
  return team.find((member) => member.id === id) ?? baseRefusals.refuse("base.not_found");
}
