import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available } from "../domain/accounts.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import { entriesPerBatch, recordCheck } from "./audit-ledger.ts";
import { loadWholeCheck, saveWholeCheck, type WholeCheck } from "./audits.store.ts";
import { loadAccountPositions, loadMerchantsInPartition, partitionCount } from "./positions.store.ts";
import { emptyPosition, verifyMerchant } from "./verify-merchants.ts";
import { sumAccounts, verifyPlatformAccounts } from "./verify-platform-accounts.ts";

const merchantsAtOnce = 50;
const runMs = 240_000;
/** After the last partition come the platform accounts. */
const platformAccountsPart = partitionCount;

/**
 * Checks the whole ledger from its first entry, partition by partition, once a night: finds changes before the
 * positions of the five-minute check. Continues where an earlier run of the night stopped, and stops when its time is up.
 */
export const auditWholeLedger = (deps: { systemClock: Clock; log: Log }) => {
  const record = recordCheck(deps);
  return async (
    db: Db,
    { night, isOver = limitRun(deps.systemClock, runMs) }: { night: RiyadhDay; isOver?: IsOver },
  ): Promise<{ isFinished: boolean; findings: Findings }> => {
    let progress = await loadWholeCheck(db, night);
    while (!progress.is_finished) {
      const step = await verifyStep(db, progress, isOver);
      if (step === null) return { isFinished: false, findings: noFindings };
      const findings = { ...step.findings, entries: progress.entries + step.findings.entries };
      progress = { ...step.progress, entries: findings.entries };
      if (progress.is_finished || !isConsistent(findings)) await record(db, { scope: "whole", findings });
      if (!isConsistent(findings)) return { isFinished: false, findings };
      await saveWholeCheck(db, progress);
    }
    return { isFinished: true, findings: { ...noFindings, entries: progress.entries } };
  };
};

/** Checks one page of a partition's merchants, or at the end the platform accounts; null when the run is over. */
async function verifyStep(db: Db, progress: WholeCheck, isOver: IsOver) {
  if (isOver()) return null;
  if (progress.part === platformAccountsPart) {
    const accounts = await loadAccountPositions(db);
    const fromStart = accounts.map(({ account }) => ({ account, entry_id: 0, balance_halalas: 0 }));
    const found = await verifyPlatformAccounts(db, fromStart, isOver);
    const findings = found && { ...found, ledger_sum_halalas: await sumAccounts(db) };
    return findings && { progress: { ...progress, is_finished: true }, findings };
  }
  const merchants = await loadMerchantsInPartition(
    db,
    progress.part,
    progress.after_account,
    merchantsAtOnce,
  );
  let findings = noFindings;
  for (const merchantId of merchants) {
    const options = { limit: entriesPerBatch, isOver };
    const verified = await verifyMerchant(db, emptyPosition(merchantId), options);
    if (!verified.isComplete && isConsistent(verified.findings)) return null;
    findings = addFindings(findings, verified.findings);
  }
  const last = merchants.at(-1);
  const next =
    last === undefined ? { part: progress.part + 1, after_account: "" } : { after_account: available(last) };
  return { progress: { ...progress, ...next }, findings };
}
