import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** The only file that writes the runs of the agreement, their parts, and what the gateways listed. */
export type AgreementRun = Row<"finance.agreement_runs"> & { night: RiyadhDay };
export type RunPart = Row<"finance.agreement_parts"> & { night: RiyadhDay };
export type PartFault = "later" | "outcome_unknown" | "rejected" | "reconnect" | "failed";

/** The newest run, finished or not. */
export function findLatestRun(db: Db): Promise<AgreementRun | undefined> {
  return db.maybeOne<AgreementRun>(sql`select * from finance.agreement_runs order by night desc limit 1`);
}

/** The last runs that ended, newest first. */
export function listFinishedRuns(db: Db, size: number): Promise<AgreementRun[]> {
  return db.many<AgreementRun>(sql`
    select * from finance.agreement_runs where finished_at is not null order by finished_at desc limit ${size}`);
}

/** Begins a night's run with its parts, in their order; false when another process has begun it. */
export async function insertRun(
  tx: Tx,
  run: Omit<AgreementRun, "finished_at">,
  parts: readonly string[],
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into finance.agreement_runs (night, from_at, until_at, business_from, business_until, entries_from,
      entries_until, started_at)
    values (${run.night}, ${run.from_at}, ${run.until_at}, ${run.business_from}, ${run.business_until},
      ${run.entries_from}, ${run.entries_until}, ${run.started_at})
    on conflict do nothing`);
  if (inserted === 0) return false;
  await tx.run(sql`
    insert into finance.agreement_parts (night, position, part)
    select ${run.night}::date, position, part from unnest(${[...parts]}::text[]) with ordinality as input (part, position)`);
  await tx.run(sql`delete from finance.agreement_listed`);
  return true;
}

/** False when it had ended. */
export async function finishRun(tx: Tx, night: RiyadhDay, at: Date): Promise<boolean> {
  const finished = await tx.run(sql`
    update finance.agreement_runs set finished_at = ${at} where night = ${night} and finished_at is null
      and not exists (select 1 from finance.agreement_parts open where open.night = agreement_runs.night and not is_done)`);
  if (finished > 0) await tx.run(sql`delete from finance.agreement_listed`);
  return finished > 0;
}

export function listParts(db: Db, night: RiyadhDay): Promise<RunPart[]> {
  return db.many<RunPart>(
    sql`select * from finance.agreement_parts where night = ${night} order by position`,
  );
}

type Advance = { cursor: string | null; isDone: boolean; checked: number };

/** Moves a part on by one step, once: undefined when another process did, or the run has ended. */
export function advancePart(
  tx: Tx,
  { night, position, steps }: RunPart,
  { cursor, isDone, checked }: Advance,
): Promise<RunPart | undefined> {
  return tx.maybeOne<RunPart>(sql`
    update finance.agreement_parts set cursor = ${cursor}, is_done = ${isDone}, checked = checked + ${checked},
      steps = steps + 1, fault = null
    where night = ${night} and position = ${position} and steps = ${steps} and not is_done returning *`);
}

/** Why the next step of a part could not be made. */
export async function savePartFault(
  db: Db,
  { night, position, steps }: RunPart,
  fault: PartFault,
): Promise<void> {
  await db.run(sql`
    update finance.agreement_parts set fault = ${fault}
    where night = ${night} and position = ${position} and steps = ${steps} and not is_done`);
}

export async function insertListed(tx: Tx, gateway: string, references: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into finance.agreement_listed (gateway, reference)
    select ${gateway}, reference from unnest(${[...references]}::text[]) as input (reference)
    on conflict do nothing`);
}

/** Of these, what the gateway listed in the present run. */
export async function findListed(
  db: Db,
  gateway: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await db.many<Row<"finance.agreement_listed", "reference">>(sql`
    select reference from finance.agreement_listed
    where gateway = ${gateway} and reference = any(${[...references]}::text[])`);
  return new Set(rows.map(({ reference }) => reference));
}
