import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Findings } from "../domain/findings.ts";
import type { AccountPosition, Position } from "./positions.store.ts";

type Audit = Row<"wallet.audits", "scope" | "passed" | "checked_at"> & { findings: Findings };

/** A finished check of the ledger. */
export async function insertAudit(tx: Tx, { scope, passed, findings, checked_at }: Audit): Promise<void> {
  await tx.run(sql`
    insert into wallet.audits (scope, passed, findings, checked_at)
    values (${scope}, ${passed}, ${JSON.stringify(findings)}, ${checked_at})`);
}

/** Failed checks are kept for ever. */
export async function deletePassedAudits(tx: Tx, { before }: { before: Date }): Promise<void> {
  await tx.run(sql`delete from wallet.audits where passed and checked_at < ${before}`);
}

export type WriteLock = Pick<Row<"wallet.write_lock">, "reason" | "locked_at"> & {
  /** When a check of the whole ledger passed after the lock; null while none did, so that it stays. */
  passed_at: Date | null;
};

/** Undefined while money may be written. */
export function findWriteLock(db: Db): Promise<WriteLock | undefined> {
  return db.maybeOne<WriteLock>(sql`
    select reason, locked_at, (
      select max(checked_at) from wallet.audits
      where scope = 'whole' and checked_at > locked_at and passed and not exists (
        select 1 from wallet.audits failed where not failed.passed and failed.checked_at > audits.checked_at)) as passed_at
    from wallet.write_lock`);
}

/** Money may be written again. */
export async function deleteWriteLock(tx: Tx): Promise<void> {
  await tx.run(sql`delete from wallet.write_lock`);
}

/** From now on every money write is refused, and the whole ledger is checked anew, so that staff may lift the lock. */
export async function insertWriteLock(
  tx: Tx,
  { findings, at }: { findings: Findings; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into wallet.write_lock (reason, locked_at) values (${JSON.stringify(findings)}, ${at})
    on conflict do nothing`);
  await tx.run(sql`delete from wallet.whole_check`);
}

/** How far a night's check of the whole ledger is; `position` is inside the account that a run stopped at. */
export type WholeCheck = Omit<Row<"wallet.whole_check">, "id" | "position"> & {
  night: RiyadhDay;
  position: Position | AccountPosition | null;
};

export async function loadWholeCheck(db: Db, night: RiyadhDay): Promise<WholeCheck> {
  const known = await db.maybeOne<WholeCheck>(sql`
    select night, part, after_account, entries, is_finished, position from wallet.whole_check where night = ${night}`);
  return known ?? { night, part: 0, after_account: "", entries: 0, is_finished: false, position: null };
}

export async function saveWholeCheck(
  db: Db,
  { night, part, after_account, entries, is_finished, position }: WholeCheck,
): Promise<void> {
  const json = position === null ? null : JSON.stringify(position);
  await db.run(sql`
    insert into wallet.whole_check (night, part, after_account, entries, is_finished, position)
    values (${night}, ${part}, ${after_account}, ${entries}, ${is_finished}, ${json}::jsonb)
    on conflict (id) do update set night = excluded.night, part = excluded.part, position = excluded.position,
      after_account = excluded.after_account, entries = excluded.entries, is_finished = excluded.is_finished`);
}
