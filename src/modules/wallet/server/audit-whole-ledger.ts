import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { available } from "../domain/accounts.ts";
import { addFindings, type Findings, isConsistent, noFindings } from "../domain/findings.ts";
import { entriesPerBatch, recordCheck } from "./audit-ledger.ts";
import { loadWholeCheck, saveWholeCheck, type WholeCheck } from "./audits.store.ts";
import {
  type AccountPosition,
  loadAccountPositions,
  loadMerchantsInPartition,
  type Position,
  partitionCount,
} from "./positions.store.ts";
import { emptyPosition, verifyMerchant } from "./verify-merchants.ts";
import { sumAccounts, verifyPlatformAccounts } from "./verify-platform-accounts.ts";

const merchantsAtOnce = 50;
const runMs = 240_000;
/** After the last partition come the platform accounts. */
const platformAccountsPart = partitionCount;

type Limits = { isOver: IsOver; limit: number };
type Step = { progress: WholeCheck; findings: Findings };

/**
 * Checks the whole ledger from its first entry, partition by partition, once a night: finds changes before the
 * positions of the five-minute check. Continues where an earlier run of the night stopped, also inside an account that is
 * too large for one run, and stops when its time is up. `limit`: entries read in one statement.
 */
export const auditWholeLedger = (deps: { systemClock: Clock; log: Log }) => {
  const record = recordCheck(deps);
  return async (
    db: Db,
    {
      night,
      isOver = limitRun(deps.systemClock, runMs),
      limit = entriesPerBatch,
    }: { night: RiyadhDay } & Partial<Limits>,
  ): Promise<{ isFinished: boolean; findings: Findings }> => {
    let progress = await loadWholeCheck(db, night);
    while (!progress.is_finished) {
      if (isOver()) return { isFinished: false, findings: noFindings };
      const step = await verifyStep(db, progress, { isOver, limit });
      const findings = { ...step.findings, entries: progress.entries + step.findings.entries };
      progress = { ...step.progress, entries: findings.entries };
      if (progress.is_finished || !isConsistent(findings)) await record(db, { scope: "whole", findings });
      if (!isConsistent(findings)) return { isFinished: false, findings };
      await saveWholeCheck(db, progress);
    }
    return { isFinished: true, findings: { ...noFindings, entries: progress.entries } };
  };
};

const verifyStep = (db: Db, progress: WholeCheck, limits: Limits): Promise<Step> =>
  progress.part === platformAccountsPart
    ? verifyLastPart(db, progress, limits)
    : verifyPage(db, progress, limits);

/** Checks one page of a partition's merchants, or as many of them, and of their entries, as the run has time for. */
async function verifyPage(db: Db, progress: WholeCheck, { isOver, limit }: Limits): Promise<Step> {
  const { part, position: reached } = progress;
  const merchants = await loadMerchantsInPartition(db, part, progress.after_account, merchantsAtOnce);
  let next = { ...progress, position: null };
  let findings = noFindings;
  for (const merchantId of merchants) {
    const from = isOfMerchant(reached, merchantId) ? reached : emptyPosition(merchantId);
    const verified = await verifyMerchant(db, from, { limit, isOver });
    findings = addFindings(findings, verified.findings);
    if (!verified.isComplete) return { progress: { ...next, position: verified.position }, findings };
    next = { ...next, after_account: available(merchantId) };
  }
  return {
    progress: merchants.length > 0 ? next : { ...next, part: part + 1, after_account: "" },
    findings,
  };
}

/** Checks the platform accounts, or as much of them as the run has time for. */
async function verifyLastPart(db: Db, progress: WholeCheck, { isOver, limit }: Limits): Promise<Step> {
  let reached = progress;
  const rest = toRest(await loadAccountPositions(db), progress);
  const found = await verifyPlatformAccounts(db, rest, {
    limit,
    isOver,
    async onBatch({ position, isComplete }) {
      const next = isComplete ? { after_account: position.account, position: null } : { position };
      reached = { ...reached, ...next };
    },
  });
  if (found === null) return { progress: reached, findings: noFindings };
  const findings = { ...found, ledger_sum_halalas: await sumAccounts(db) };
  return { progress: { ...reached, is_finished: true }, findings };
}

/** The accounts after the last one that was checked, each from its first entry or from where a run stopped inside it. */
function toRest(
  accounts: readonly AccountPosition[],
  { after_account, position }: WholeCheck,
): AccountPosition[] {
  const start = accounts.findIndex(({ account }) => account === after_account) + 1;
  return accounts
    .slice(start)
    .map(({ account }) =>
      isOfAccount(position, account) ? position : { account, entry_id: 0, balance_halalas: 0 },
    );
}

const isOfMerchant = (reached: WholeCheck["position"], merchantId: string): reached is Position =>
  reached !== null && "merchant_id" in reached && reached.merchant_id === merchantId;
const isOfAccount = (reached: WholeCheck["position"], account: string): reached is AccountPosition =>
  reached !== null && "account" in reached && reached.account === account;
