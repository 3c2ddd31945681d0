import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql, sqlState } from "#base/server/db/db.ts";
import { limitRun } from "#base/server/run-limit.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { isConsistent } from "../domain/findings.ts";
import { recentDepositsSince } from "./audit-ledger.ts";
import { loadPosition } from "./positions.store.ts";
import { type Verified, verifyMerchant } from "./verify-merchants.ts";

type Deps = { systemClock: Clock };

const limitMs = 2_000;
const entriesAtOnce = 5_000;
const timedOut = "57014";

/**
 * Checks the merchant's own entries from the last verified position. Refuses `wallet.audit_unfinished` when that takes
 * longer than two seconds: the five-minute check goes on meanwhile, and a later call has less to read.
 */
export const auditMerchant =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<Verified> => {
    const verified = await verifyWithinLimit(deps, ctx).catch((error) => {
      if (sqlState(error) === timedOut) return null;
      throw error;
    });
    if (verified && (verified.isComplete || !isConsistent(verified.findings))) return verified;
    return walletRefusals.refuse("wallet.audit_unfinished");
  };

function verifyWithinLimit({ systemClock }: Deps, ctx: ReadContext): Promise<Verified> {
  const isOver = limitRun(systemClock, limitMs);
  return transact(ctx, async ({ tx, actor }) => {
    await tx.run(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);
    const position = await loadPosition(tx, actor.merchantId);
    const depositsSince = recentDepositsSince(systemClock);
    return verifyMerchant(tx, position, { limit: entriesAtOnce, depositsSince, isOver });
  });
}
