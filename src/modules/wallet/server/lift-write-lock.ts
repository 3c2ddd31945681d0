import type { StaffTxContext } from "#base/server/staff-context.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { deleteWriteLock, findWriteLock, type WriteLock } from "./audits.store.ts";

/**
 * Lifts the write lock after the repair: only once a check of the whole ledger has passed since. The whole is checked
 * every five minutes while the lock stands. Returns the lock that was lifted, for the audit log; undefined when there was
 * none.
 */
export async function liftWriteLock({ tx }: StaffTxContext): Promise<WriteLock | undefined> {
  const lock = await findWriteLock(tx);
  if (!lock) return undefined;
  if (lock.passed_at === null) return walletRefusals.refuse("wallet.check_not_passed");
  await deleteWriteLock(tx);
  return lock;
}
