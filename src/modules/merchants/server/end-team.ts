import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { removeMember } from "./manage-members.ts";
import { deleteMembershipsElsewhere, listMemberships, listWorkPlaces } from "./memberships.store.ts";
import { leaveMerchant } from "./switch-merchant.ts";

/**
 * Before an account is erased: nobody works for it any more, its person works for nobody else, and no other team's list
 * holds their number. It may run again.
 */
export const endTeam =
  (deps: { systemClock: Clock }) =>
  async (ctx: ReadContext): Promise<void> => {
    for (const { id } of await listMemberships(ctx)) await removeMember(deps)(ctx, id);
    for (const { id } of await listWorkPlaces(ctx.db, ctx.actor.merchantId))
      await leaveMerchant(deps)(ctx, id);
    await transact(ctx, deleteMembershipsElsewhere);
  };
