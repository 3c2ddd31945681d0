import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { User } from "../contract/merchants.calls.ts";
import { type Role, roleAbilities } from "../contract/roles.ts";
import { getPersonId, toPersonContext } from "./member-context.ts";
import { findActiveMembership, listReceivedInvitations, listWorkPlaces } from "./memberships.store.ts";
import { presentUser } from "./merchants.present.ts";
import { findMerchant } from "./merchants.store.ts";
import { findPicture } from "./pictures.store.ts";

/** `ownerAbilities`: everything that any module declares for merchants. */
export type RoleDeps = { ownerAbilities: readonly HeldAbility[] };

export const toRoleAbilities = ({ ownerAbilities }: RoleDeps, role: Role): readonly HeldAbility[] =>
  role === "owner" ? ownerAbilities : roleAbilities[role];

/** The person's role at the context's merchant at this moment; null where they have none. */
export async function findRole(ctx: ReadContext): Promise<Role | null> {
  const personId = getPersonId(ctx);
  if (personId === ctx.actor.merchantId) return (await findMerchant(ctx)) ? "owner" : null;
  return (await findActiveMembership(ctx, personId))?.role ?? null;
}

/** The person who acts, as they are at the context's merchant. Refuses `base.session_gone` where they have no role. */
export const loadUser =
  (deps: RoleDeps & { systemClock: Clock }) =>
  async (ctx: ReadContext): Promise<User> => {
    const personId = getPersonId(ctx);
    const person = await findMerchant(toPersonContext(ctx));
    const isOwn = personId === ctx.actor.merchantId;
    const merchant = isOwn ? person : await findMerchant(ctx);
    const role = isOwn ? "owner" : await findRole(ctx);
    if (!person || !merchant || role === null) return baseRefusals.refuse("base.session_gone");
    return presentUser({
      person,
      picture: await findPicture(ctx.db, personId),
      current: { merchant, role, abilities: toRoleAbilities(deps, role) },
      workPlaces: await listWorkPlaces(ctx.db, personId),
      invitations: await listReceivedInvitations(ctx.db, person.mobile, deps.systemClock.now()),
    });
  };
