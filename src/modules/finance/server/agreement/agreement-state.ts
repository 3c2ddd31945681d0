import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AgreementState } from "../../contract/enums.ts";
import { type AgreementRun, findLatestRun } from "./agreement-runs.store.ts";

const hourMs = 3_600_000;
/** A run that has not ended by this hour in Riyadh is late. */
const morningHour = 6;
/** One run a night: this is a night and some hours without any that ended. */
const longestSeconds = 30 * 3_600;
/** A process that has just started, and a run that has just begun, have so long. */
const startSeconds = 12 * 60;

export type AgreementReport = {
  run: AgreementRun;
  state: AgreementState;
  lastFinishedAt: Date | null;
  /** Since the last run that ended, or since the first one began while none has. */
  ageSeconds: number;
};

/** The newest run and whether the agreement is late, at a time of the system clock; undefined before the first run. */
export async function loadAgreementReport(db: Db, at: Date): Promise<AgreementReport | undefined> {
  const run = await findLatestRun(db);
  if (!run) return undefined;
  const { last_finished_at: lastFinishedAt, age_seconds: ageSeconds } = await db.one<{
    last_finished_at: Date | null;
    age_seconds: number;
  }>(sql`
    select max(finished_at) as last_finished_at,
      extract(epoch from ${at}::timestamptz - coalesce(max(finished_at), min(started_at)))::int as age_seconds
    from finance.agreement_runs`);
  const isMorning = at.getTime() >= startOfRiyadhDay(run.night).getTime() + morningHour * hourMs;
  const isNew = at.getTime() - run.started_at.getTime() < startSeconds * 1_000;
  const isLate = ageSeconds > longestSeconds || (run.finished_at === null && isMorning && !isNew);
  return { run, state: isLate ? "late" : run.finished_at ? "done" : "running", lastFinishedAt, ageSeconds };
}

/** Raises the alarm while the agreement is late, whatever the cause. */
export const watchAgreement =
  ({ systemClock, log }: { systemClock: Clock; log: Log }) =>
  async (db: Db, { upSeconds = process.uptime() }: { upSeconds?: number } = {}): Promise<void> => {
    const report = await loadAgreementReport(db, systemClock.now());
    if (report?.state === "late" && upSeconds > startSeconds)
      log.error(
        { alarm: "agreement_late", age_seconds: report.ageSeconds, night: report.run.night },
        "the agreement of money is overdue",
      );
  };
