import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { MemberRole } from "../contract/roles.ts";
import { decideInvitation, toExpiry } from "../domain/invitation.ts";
import { insertInvitationSend, loadPastInvitations } from "./invitation-sends.store.ts";
import { getPersonId } from "./member-context.ts";
import {
  insertInvitation,
  listMemberships,
  lockMembership,
  type MembershipRow,
  renewInvitation,
} from "./memberships.store.ts";
import { findByMobile, lockMerchant, type MerchantRow } from "./merchants.store.ts";
import { sendInvitationJob } from "./send-invitation.ts";

/** How many members the merchant's plan opens besides the owner: null is without limit. */
export type FindMemberLimit = (ctx: ReadContext) => Promise<number | null>;
export type MembersDeps = { systemClock: Clock; findMemberLimit: FindMemberLimit };

/**
 * Invites the holder of a number. Nothing is told of whether the number has an account. Refuses what the contract lists;
 * the merchant's row is locked, so that two invitations cannot both take the last place of the plan.
 */
export const inviteMember =
  ({ systemClock, findMemberLimit }: MembersDeps) =>
  async (ctx: Context, { mobile, role }: { mobile: string; role: MemberRole }): Promise<MembershipRow> => {
    const now = systemClock.now();
    const owner = await lockMerchant(ctx);
    if (owner.mobile === mobile) merchantsRefusals.refuse("merchants.member_is_owner", {}, "mobile_number");
    const present = await listMemberships(ctx);
    const same = present.find((one) => one.mobile === mobile);
    if (same)
      merchantsRefusals.refuse(
        same.state === "active" ? "merchants.member_already" : "merchants.member_invited_already",
        {},
        "mobile_number",
      );
    const limit = await findMemberLimit(ctx);
    if (limit !== null && present.length >= limit)
      merchantsRefusals.refuse("merchants.members_limit", { count: limit });

    const membership = await insertInvitation(ctx, {
      id: newId("mbr"),
      mobile,
      role,
      invited_by: getPersonId(ctx),
      invited_at: now,
      expires_at: toExpiry(now),
    });
    if (!membership) return merchantsRefusals.refuse("merchants.member_invited_already", {}, "mobile_number");
    await sendText(ctx, { membership, owner, now });
    await recordMember(ctx, "member.invited", membership, { after: { role } });
    return membership;
  };

/** Sends an open invitation again and renews it. Refuses `base.not_found` and the limits of sending. */
export const resendInvitation =
  ({ systemClock }: MembersDeps) =>
  async (ctx: Context, id: string): Promise<MembershipRow> => {
    const now = systemClock.now();
    const owner = await lockMerchant(ctx);
    const membership = await lockMembership(ctx, id);
    if (membership?.state !== "invited") return baseRefusals.refuse("base.not_found");
    const renewed = { ...membership, expires_at: toExpiry(now) };
    await renewInvitation(ctx, id, renewed.expires_at);
    await sendText(ctx, { membership: renewed, owner, now });
    await recordMember(ctx, "member.invited_again", renewed, {});
    return renewed;
  };

async function sendText(
  ctx: Context,
  { membership, owner, now }: { membership: MembershipRow; owner: MerchantRow; now: Date },
): Promise<void> {
  const { mobile } = membership;
  const decision = decideInvitation(await loadPastInvitations(ctx, { mobile, now }), now);
  if (decision.kind === "wait")
    merchantsRefusals.refuse("merchants.invitation_just_sent", waitParams(decision.seconds));
  if (decision.kind === "stop")
    merchantsRefusals.refuse(
      decision.reason === "number_limit" ? "merchants.number_invited_often" : "merchants.invitations_spent",
    );
  const id = newId("inv");
  await insertInvitationSend(ctx, {
    id,
    membershipId: membership.id,
    mobile,
    language: owner.language,
    now,
  });
  await ctx.tx.enqueue(sendInvitationJob, { send_id: id });
  await tellInvited(ctx, mobile);
}

/** The invited person's open pages show the invitation; a number without an account has none. */
export async function tellInvited({ tx }: Context, mobile: string): Promise<void> {
  const person = await findByMobile(tx, mobile);
  if (person) await tx.publish({ name: "merchant.invitations_changed", merchant_id: person.id });
}

/** Publishes that the team changed and writes the audit entry. */
export async function recordMember(
  ctx: Context,
  action: string,
  { id, merchant_id }: Pick<MembershipRow, "id" | "merchant_id">,
  values: { before?: object; after?: object },
): Promise<void> {
  await ctx.tx.publish({ name: "merchant.members_changed", merchant_id });
  await recordAudit(ctx, { module: "merchants", action, subject: id, ...values });
}
