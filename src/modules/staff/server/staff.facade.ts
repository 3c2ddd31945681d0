import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { StaffSession } from "#base/server/http/audience.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import { staffAbilities } from "../contract/staff.abilities.ts";
import { findSession } from "./sessions.store.ts";
import type { StaffSessionLimits } from "./staff.settings.ts";
import { findMemberEmail, listConsultants, loadMemberNames } from "./staff.store.ts";
import { insertAct, type StaffAct } from "./staff-audit.store.ts";

export function makeStaffFacade({
  systemClock,
  sessionLimits,
}: {
  systemClock: Clock;
  sessionLimits: StaffSessionLimits;
}) {
  return {
    /**
     * The staff session of a bearer token at this moment, or null. Reads the database each time: an ended session, and
     * one of a member who was disabled, stops working at once.
     */
    async authenticateStaff(db: Db, token: string): Promise<StaffSession | null> {
      const found = await findSession(db, token, sessionLimits, systemClock.now());
      if (!found) return null;
      const { memberId: staffId, sessionId, role } = found;
      return { staffId, sessionId, abilities: staffAbilities[role] };
    },

    /** Records what the acting member did in the staff's audit log, in the transaction that did it. */
    recordAct: (ctx: StaffTxContext, act: StaffAct): Promise<void> =>
      insertAct(ctx, { ...act, now: systemClock.now() }),

    /** Members' names by their ids, disabled members included. */
    loadNames: loadMemberNames,

    /** A member's e-mail; null when they are unknown or were disabled. */
    findEmail: findMemberEmail,

    /** Members who can give consultations, by name. */
    listConsultants,
  };
}

export type StaffFacade = ReturnType<typeof makeStaffFacade>;
