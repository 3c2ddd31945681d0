import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import type { WriteLockShown } from "../contract/write-lock.calls.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Deps = Pick<FinanceDeps, "staff" | "wallet" | "systemClock">;

/** Why money writes are stopped, since when, whether a check has passed since, and whether the checks finish in time. */
export const showWriteLock =
  ({ wallet, systemClock }: Deps) =>
  async ({ db }: Pick<StaffContext, "db">): Promise<WriteLockShown> => {
    const lock = await wallet.findWriteLock(db);
    const { state, ageSeconds, isLate } = await wallet.loadLedgerState(db, systemClock.now());
    return {
      lock: lock
        ? {
            findings: readFindings(lock.reason),
            locked_at: lock.locked_at.toISOString(),
            passed_at: lock.passed_at?.toISOString() ?? null,
          }
        : null,
      check: {
        state,
        of_new: { age_seconds: ageSeconds.new, is_late: isLate.new },
        of_whole: { age_seconds: ageSeconds.whole, is_late: isLate.whole },
      },
    };
  };

/** Money may be written again. Refuses `wallet.check_not_passed`. */
export const endWriteLock =
  (deps: Deps) =>
  (ctx: StaffContext): Promise<WriteLockShown> =>
    transactAsStaff(ctx, async (ctx) => {
      const lifted = await deps.wallet.liftWriteLock(ctx);
      if (lifted)
        await deps.staff.recordAct(ctx, {
          action: "finance.write_lock_lifted",
          details: { reason: lifted.reason, locked_at: lifted.locked_at, passed_at: lifted.passed_at },
        });
      return showWriteLock(deps)({ db: ctx.tx });
    });

/** The lock's reason is what the failed check found, as JSON; other text has no findings. */
function readFindings(reason: string): { name: string; count: number }[] {
  try {
    const findings = JSON.parse(reason) as Record<string, unknown>;
    return Object.entries(findings).flatMap(([name, count]) =>
      typeof count === "number" && Number.isSafeInteger(count) ? [{ name, count }] : [],
    );
  } catch {
    return [];
  }
}
