import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { deletePastRetention } from "./delete-old.ts";
import { listDueErasures } from "./erasures.store.ts";
import { listEndedExports, listLostExports, markExpired } from "./exports.store.ts";
import { makeExport } from "./make-export.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";
import { eraseJob, makeExportJob, retentionJob, roundJob } from "./privacy.job-definitions.ts";
import { runErasure } from "./run-erasure.ts";

/** A run that has shown no progress for so long was killed. */
const lostMs = 3 * 60_000;

export function privacyJobs(deps: PrivacyDeps): JobHandler[] {
  const { db, personalData, systemClock } = deps;
  const erase = runErasure(deps);
  return [
    handleJob(makeExportJob, makeExport(deps)),
    handleJob(eraseJob, (input) => erase(input)),
    handleJob(roundJob, () => doRound(deps)),
    handleJob(retentionJob, () => deletePastRetention(db, personalData.data, systemClock.now())),
  ];
}

/** Begins lost exports again, removes ended ones, and begins or goes on with the erasures that are due. */
export async function doRound({
  db,
  storage,
  systemClock,
  worldClock,
}: Pick<PrivacyDeps, "db" | "storage" | "systemClock" | "worldClock">): Promise<void> {
  const [systemNow, now] = [systemClock.now(), worldClock.now()];
  await db.transaction(async (tx) => {
    const lost = await listLostExports(tx, { before: new Date(systemNow.getTime() - lostMs) });
    for (const { merchant_id, id } of lost)
      await tx.enqueue(makeExportJob, { merchant_id, export_id: id }, { key: id });
  });
  for (const ended of await listEndedExports(db, now)) {
    await storage.remove(ended.storage_key);
    await markExpired(db, ended);
  }
  const due = await listDueErasures(db, { now, systemNow });
  if (due.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { merchant_id } of due) await tx.enqueue(eraseJob, { merchant_id }, { key: merchant_id });
  });
}
