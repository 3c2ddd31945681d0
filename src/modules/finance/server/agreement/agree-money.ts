import type { Db } from "#base/server/db/db.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import {
  type AgreementRun,
  advancePart,
  findLatestRun,
  finishRun,
  insertListed,
  insertRun,
  listFinishedRuns,
  listParts,
  type RunPart,
  savePartFault,
} from "./agreement-runs.store.ts";
import { countOpenDifferences, recordComparison } from "./differences.store.ts";
import type { Part, Step } from "./part.ts";
import { makeParts } from "./parts.ts";

/** Less than the five minutes between two calls: what one does not reach, the next goes on with. */
const runMs = 240_000;
const hourMs = 3_600_000;
/** A run begins at this hour in Riyadh: what happened before midnight has had that long to settle. */
const beginsAtHour = 2;
/** The first agreement reaches as far back as a card payment can be disputed. */
const firstRunDays = 120;

/**
 * Compares the gateways' lists, the payments, the ledger, sales and captured ad spend, once for each night, and records
 * what differs. A run goes on where it stopped, step by step, also in another process; two of them share its parts. A part
 * whose gateway does not answer waits for the next call while the others go on.
 */
export const agreeMoney = (deps: AgreementDeps) => {
  const { systemClock, log } = deps;
  const parts = new Map(makeParts(deps).map((part) => [part.name, part]));
  return async (
    db: Db,
    { isOver = limitRun(systemClock, runMs) }: { isOver?: IsOver } = {},
  ): Promise<void> => {
    const run = await openRun(deps, db, [...parts.keys()]);
    if (!run) return;
    for (const row of await listParts(db, run.night)) {
      const part = parts.get(row.part);
      if (part) await carryOut(deps, db, { run, part, row, isOver });
      // Its gateway had keys when the run began.
      if (!part) await savePartFault(db, row, "reconnect");
    }
    const finished = await db.transaction((tx) => finishRun(tx, run.night, systemClock.now()));
    const open = finished ? await countOpenDifferences(db) : [];
    if (open.length > 0)
      log.error({ alarm: "money_disagrees", open }, "the agreement of money found differences");
  };
};

/** The run to go on with; undefined when the last one has ended and none begins yet. */
async function openRun(deps: AgreementDeps, db: Db, parts: string[]): Promise<AgreementRun | undefined> {
  const at = deps.systemClock.now();
  const night = toRiyadhDay(at);
  const latest = await findLatestRun(db);
  const mayBegin = at.getTime() - startOfRiyadhDay(night).getTime() >= beginsAtHour * hourMs;
  if (latest && (latest.night >= night || !mayBegin)) return latest.finished_at ? undefined : latest;
  if (!mayBegin) return undefined;
  const [last, before] = await listFinishedRuns(db, 2);
  const until = startOfRiyadhDay(night);
  const businessUntil = deps.worldClock.now();
  const run = {
    night,
    from_at: last?.until_at ?? daysBefore(until),
    until_at: until,
    business_from: earlier(last?.business_until ?? daysBefore(businessUntil), businessUntil),
    business_until: businessUntil,
    entries_from: before?.entries_until ?? 0,
    entries_until: await deps.wallet.findLastEntryId(db),
    started_at: at,
  };
  await db.transaction((tx) => insertRun(tx, run, parts));
  return findLatestRun(db);
}

const daysBefore = (at: Date) => startOfRiyadhDay(addDays(toRiyadhDay(at), -firstRunDays));
const earlier = (one: Date, other: Date) => (one < other ? one : other);

type Work = { run: AgreementRun; part: Part; row: RunPart; isOver: IsOver };

/** Makes the steps of a part until it is done, cannot go on, or the call's time is over. */
async function carryOut(deps: AgreementDeps, db: Db, { run, part, row, isOver }: Work): Promise<void> {
  for (let reached: RunPart | undefined = row; reached && !reached.is_done && !isOver(); ) {
    const from: RunPart = reached;
    try {
      reached = await record(deps, db, from, await part.step(run, from.cursor));
    } catch (error) {
      deps.log.warn({ err: error, part: part.name }, "a step of the agreement failed");
      return savePartFault(db, from, isFault(error) ? error.kind : "failed");
    }
  }
}

/** Records a step with the part's new place, or neither; undefined when another process made it. */
function record(
  { systemClock }: AgreementDeps,
  db: Db,
  from: RunPart,
  { comparisons, listed, next }: Step,
): Promise<RunPart | undefined> {
  const checked = comparisons.reduce((sum, { subjects }) => sum + subjects.length, 0);
  return db.transaction(async (tx) => {
    const reached = await advancePart(tx, from, { cursor: next, isDone: next === null, checked });
    if (!reached) return undefined;
    if (listed) await insertListed(tx, listed.gateway, listed.references);
    for (const comparison of comparisons) await recordComparison(tx, comparison, systemClock.now());
    return reached;
  });
}
