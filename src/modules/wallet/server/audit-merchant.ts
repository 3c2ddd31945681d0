import { type Db, sql, sqlState } from "#base/server/db/db.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { isConsistent } from "../domain/findings.ts";
import { loadPosition } from "./positions.store.ts";
import { type Verified, verifyMerchant } from "./verify-merchants.ts";

const limitMs = 2_000;
const entriesAtOnce = 5_000;
const timedOut = "57014";

/**
 * Checks one merchant's entries from the last verified position. Refuses `wallet.audit_unfinished` when that takes
 * longer than two seconds: the five-minute check goes on meanwhile, and a later call has less to read.
 */
export async function auditMerchant(db: Db, merchantId: string): Promise<Verified> {
  const verified = await withinLimit(db, merchantId).catch((error) => {
    if (sqlState(error) === timedOut) return null;
    throw error;
  });
  if (verified && (verified.isComplete || !isConsistent(verified.findings))) return verified;
  return walletRefusals.refuse("wallet.audit_unfinished");
}

function withinLimit(db: Db, merchantId: string): Promise<Verified> {
  const deadline = Date.now() + limitMs;
  return db.transaction(async (tx) => {
    await tx.run(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);
    return verifyMerchant(tx, await loadPosition(tx, merchantId), { limit: entriesAtOnce, deadline });
  });
}
