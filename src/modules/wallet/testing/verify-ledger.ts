import { type Db, sql } from "#base/server/db/db.ts";
import { addFindings, type Findings, noFindings } from "../domain/findings.ts";
import { loadAccountPositions } from "../server/positions.store.ts";
import { emptyPosition, verifyMerchant } from "../server/verify-merchants.ts";
import { sumAccounts, verifyPlatformAccounts } from "../server/verify-platform-accounts.ts";

const options = { limit: 3, isOver: () => false };

/** Verifies the whole ledger from its first entry, in batches small enough that most tests need several. */
export async function verifyLedger(db: Db): Promise<Findings> {
  const merchants = await db.many<{ merchant_id: string }>(
    sql`select distinct merchant_id from wallet.accounts where merchant_id is not null`,
  );
  let findings = noFindings;
  for (const { merchant_id } of merchants) {
    const verified = await verifyMerchant(db, emptyPosition(merchant_id), options);
    findings = addFindings(findings, verified.findings);
  }
  const accounts = await loadAccountPositions(db);
  const fromStart = accounts.map(({ account }) => ({ account, entry_id: 0, balance_halalas: 0 }));
  const platformFindings = await verifyPlatformAccounts(db, fromStart, options);
  return {
    ...addFindings(findings, platformFindings ?? noFindings),
    ledger_sum_halalas: await sumAccounts(db),
  };
}
