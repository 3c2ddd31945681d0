import { type Db, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { available } from "../domain/accounts.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import { loadPositions, savePositions } from "./positions.store.ts";
import { type Position, type Verified, verifyMerchant, verifyMerchants } from "./verify-merchants.ts";
import {
  loadAccountPositions,
  saveAccountPosition,
  sumAccounts,
  verifyPlatformAccounts,
} from "./verify-platform-accounts.ts";

const merchantsAtOnce = 200;
/** Entries read for each merchant of a page, and for one merchant alone: a statement takes a second or two. */
const entriesPerMerchant = 1_000;
export const entriesPerBatch = 20_000;
/** A check that takes longer is unfinished. What it verified is saved, and the next check continues from there. */
const checkMs = 240_000;

export type AuditOutcome = { passed: boolean; isFinished: boolean; findings: Findings };
type Deps = { db: Db; log: Log };

/**
 * The ledger's self-check, every five minutes: new entries since the last position, by merchant and by platform
 * account, and all balances. A failed check sets the write lock in the same transaction as its record: from then on
 * every money write is refused, reads go on, and the alarm is raised. Staff remove the lock after the repair.
 */
export async function auditLedger({ db, log }: Deps, deadline = Date.now() + checkMs): Promise<AuditOutcome> {
  const findings = await verifyNewEntries(db, deadline);
  if (findings === null) {
    log.error({ alarm: "ledger_check_unfinished" }, "the ledger's check did not finish in time");
    return { passed: true, isFinished: false, findings: noFindings };
  }
  await recordAudit({ db, log }, "new", findings);
  return { passed: isConsistent(findings), isFinished: true, findings };
}

/** Findings up to the first inconsistency; null when the deadline passed before the end. */
async function verifyNewEntries(db: Db, deadline: number): Promise<Findings | null> {
  let findings = noFindings;
  for (let after = ""; ; ) {
    const positions = await loadPositions(db, after, merchantsAtOnce);
    const last = positions.at(-1);
    if (!last) break;
    findings = addFindings(findings, await verifyPage(db, positions, deadline));
    if (!isConsistent(findings)) return { ...findings, ledger_sum_halalas: await sumAccounts(db) };
    if (Date.now() > deadline) return null;
    after = available(last.merchant_id);
  }
  const platformFindings = await verifyPlatformAccounts(
    db,
    await loadAccountPositions(db),
    deadline,
    saveAccountPosition,
  );
  if (platformFindings === null) return null;
  return { ...addFindings(findings, platformFindings), ledger_sum_halalas: await sumAccounts(db) };
}

async function verifyPage(db: Db, positions: readonly Position[], deadline: number): Promise<Findings> {
  const verified = await verifyMerchants(db, positions, { limit: entriesPerMerchant });
  await saveVerified(db, verified);
  let findings = verified.map((each) => each.findings).reduce(addFindings, noFindings);
  for (const { isComplete, findings: found, position } of verified) {
    if (isComplete || !isConsistent(found) || Date.now() > deadline) continue;
    const onBatch = (batch: Verified) => saveVerified(db, [batch]);
    const rest = await verifyMerchant(db, position, { limit: entriesPerBatch, onBatch, deadline });
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
export async function recordAudit(
  { db, log }: Deps,
  scope: "new" | "whole",
  findings: Findings,
): Promise<void> {
  const passed = isConsistent(findings);
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into wallet.audits (scope, passed, findings) values (${scope}, ${passed}, ${JSON.stringify(findings)})`);
    await tx.run(sql`delete from wallet.audits where passed and checked_at < now() - interval '90 days'`);
    if (passed) return;
    await tx.run(
      sql`insert into wallet.write_lock (reason) values (${JSON.stringify(findings)}) on conflict do nothing`,
    );
  });
  if (!passed)
    log.error(
      { findings, scope, alarm: "ledger_wrong" },
      "the ledger is inconsistent: money writes are stopped",
    );
}
