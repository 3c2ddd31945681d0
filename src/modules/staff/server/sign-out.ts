import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { endSession } from "./sessions.store.ts";
import type { StaffDeps } from "./staff.deps.ts";
import { recordStaffAudit } from "./staff-audit.store.ts";

/** Ends the caller's own session. */
export const signOut =
  ({ systemClock }: Pick<StaffDeps, "systemClock">) =>
  (ctx: StaffContext, { sessionId, address }: { sessionId: string; address: string }): Promise<void> =>
    transactAsStaff(ctx, async ({ tx, by }) => {
      const now = systemClock.now();
      await endSession(tx, sessionId, now);
      await recordStaffAudit(tx, {
        action: "staff.signed_out",
        memberId: by.id,
        by: "staff",
        address,
        details: { session_id: sessionId },
        now,
      });
    });
