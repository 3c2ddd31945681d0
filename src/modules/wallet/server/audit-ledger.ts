import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { available } from "../domain/accounts.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import { deletePassedAudits, insertAudit, insertWriteLock } from "./audits.store.ts";
import {
  loadAccountPositions,
  loadPositions,
  type Position,
  saveAccountPosition,
  savePositions,
} from "./positions.store.ts";
import { type Verified, verifyMerchant, verifyMerchants } from "./verify-merchants.ts";
import { sumAccounts, verifyPlatformAccounts } from "./verify-platform-accounts.ts";

const merchantsAtOnce = 200;
/** Entries read for each merchant of a page, and for one merchant alone: a statement takes a second or two. */
const entriesPerMerchant = 1_000;
export const entriesPerBatch = 20_000;
/** A check that takes longer is unfinished. What it verified is saved, and the next check continues from there. */
const checkMs = 240_000;
const dayMs = 86_400_000;
const keepMs = 90 * dayMs;

export type AuditOutcome = { passed: boolean; isFinished: boolean; findings: Findings };
type Deps = { systemClock: Clock; log: Log };

/** Payments credited before are left to the nightly check of the whole ledger. */
export const recentDepositsSince = (systemClock: Clock) => new Date(systemClock.now().getTime() - 2 * dayMs);

/**
 * The ledger's self-check, every five minutes: new entries since the last position, by merchant and by platform
 * account, and all balances. A failed check sets the write lock in the same transaction as its record: from then on
 * every money write is refused, reads go on, and the alarm is raised. Staff remove the lock after the repair.
 */
export const auditLedger = (deps: Deps) => {
  const { systemClock, log } = deps;
  const record = recordCheck(deps);
  return async (
    db: Db,
    { isOver = limitRun(systemClock, checkMs) }: { isOver?: IsOver } = {},
  ): Promise<AuditOutcome> => {
    const findings = await verifyNewEntries(db, recentDepositsSince(systemClock), isOver);
    if (findings === null) {
      log.error({ alarm: "ledger_check_unfinished" }, "the ledger's check did not finish in time");
      return { passed: true, isFinished: false, findings: noFindings };
    }
    await record(db, { scope: "new", findings });
    return { passed: isConsistent(findings), isFinished: true, findings };
  };
};

/** Findings up to the first inconsistency; null when the run was over before the end. */
async function verifyNewEntries(db: Db, depositsSince: Date, isOver: IsOver): Promise<Findings | null> {
  let findings = noFindings;
  for (let after = ""; ; ) {
    const positions = await loadPositions(db, after, merchantsAtOnce);
    const last = positions.at(-1);
    if (!last) break;
    findings = addFindings(findings, await verifyPage(db, positions, depositsSince, isOver));
    if (!isConsistent(findings)) return { ...findings, ledger_sum_halalas: await sumAccounts(db) };
    if (isOver()) return null;
    after = available(last.merchant_id);
  }
  const platformFindings = await verifyPlatformAccounts(db, await loadAccountPositions(db), {
    limit: entriesPerBatch,
    isOver,
    async onBatch({ position, hasNewEntries }) {
      if (hasNewEntries) await saveAccountPosition(db, position);
    },
  });
  if (platformFindings === null) return null;
  return { ...addFindings(findings, platformFindings), ledger_sum_halalas: await sumAccounts(db) };
}

async function verifyPage(
  db: Db,
  positions: readonly Position[],
  depositsSince: Date,
  isOver: IsOver,
): Promise<Findings> {
  const verified = await verifyMerchants(db, positions, { limit: entriesPerMerchant, depositsSince });
  await saveVerified(db, verified);
  let findings = verified.map((each) => each.findings).reduce(addFindings, noFindings);
  for (const { isComplete, findings: found, position } of verified) {
    if (isComplete || !isConsistent(found) || isOver()) continue;
    const onBatch = (batch: Verified) => saveVerified(db, [batch]);
    const options = { limit: entriesPerBatch, depositsSince, onBatch, isOver };
    const rest = await verifyMerchant(db, position, options);
    findings = addFindings(findings, rest.findings);
  }
  return findings;
}

/** A position moves forward only over consistent entries. */
function saveVerified(db: Db, verified: readonly Verified[]): Promise<void> {
  const right = verified.filter(({ findings }) => isConsistent(findings));
  return savePositions(
    db,
    right.map(({ position }) => position),
  );
}

/** Records a finished check. A failed one sets the write lock in the same transaction. */
export const recordCheck =
  ({ systemClock, log }: Deps) =>
  async (db: Db, { scope, findings }: { scope: "new" | "whole"; findings: Findings }): Promise<void> => {
    const at = systemClock.now();
    const passed = isConsistent(findings);
    await db.transaction(async (tx) => {
      await insertAudit(tx, { scope, passed, findings, checked_at: at });
      await deletePassedAudits(tx, { before: new Date(at.getTime() - keepMs) });
      if (!passed) await insertWriteLock(tx, { findings, at });
    });
    if (!passed)
      log.error(
        { findings, scope, alarm: "ledger_wrong" },
        "the ledger is inconsistent: money writes are stopped",
      );
  };
