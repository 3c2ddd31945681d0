import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type ExportRow = Row<"privacy.exports">;
export type Progress = Pick<ExportRow, "tables_done" | "tables_total" | "rows_done">;
type Run = { exportId: string; run: string };

export const findNewestExport = ({ db, actor }: ReadContext): Promise<ExportRow | undefined> =>
  db.maybeOne(sql`
    select * from privacy.exports where merchant_id = ${actor.merchantId} order by requested_at desc, id limit 1`);

export const findExport = ({ db, actor }: ReadContext, id: string): Promise<ExportRow | undefined> =>
  db.maybeOne(sql`select * from privacy.exports where merchant_id = ${actor.merchantId} and id = ${id}`);

/** False when one is under way already. */
export async function insertExport(
  { tx, actor, now }: Context,
  { id, systemNow }: { id: string; systemNow: Date },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into privacy.exports (merchant_id, id, status, requested_at, progressed_at)
    values (${actor.merchantId}, ${id}, 'pending', ${now}, ${systemNow})
    on conflict (merchant_id) where status in ('pending', 'running') do nothing`);
  return inserted === 1;
}

/** A run begins, from the start: an earlier one changes nothing any more. Undefined when it is not to be written. */
export const beginRun = (
  { tx, actor }: Context,
  { exportId, run, total, systemNow }: Run & { total: number; systemNow: Date },
): Promise<Pick<ExportRow, "attempts"> | undefined> =>
  tx.maybeOne(sql`
    update privacy.exports set status = 'running', run = ${run}, attempts = attempts + 1, tables_done = 0,
      tables_total = ${total}, rows_done = 0, progressed_at = ${systemNow}
    where merchant_id = ${actor.merchantId} and id = ${exportId} and status in ('pending', 'running')
    returning attempts`);

/** False when another run has taken over. */
export async function saveProgress(
  { tx, actor }: Context,
  { exportId, run, progress, systemNow }: Run & { progress: Progress; systemNow: Date },
): Promise<boolean> {
  const saved = await tx.run(sql`
    update privacy.exports set tables_done = ${progress.tables_done}, rows_done = ${progress.rows_done},
      progressed_at = ${systemNow}
    where merchant_id = ${actor.merchantId} and id = ${exportId} and run = ${run} and status = 'running'`);
  return saved === 1;
}

export async function markReady(
  { tx, actor, now }: Context,
  {
    exportId,
    run,
    storageKey,
    bytes,
    progress,
    expiresAt,
  }: Run & { storageKey: string; bytes: number; progress: Progress; expiresAt: Date },
): Promise<boolean> {
  const saved = await tx.run(sql`
    update privacy.exports set status = 'ready', storage_key = ${storageKey}, bytes = ${bytes}, finished_at = ${now},
      expires_at = ${expiresAt}, tables_done = tables_total, rows_done = ${progress.rows_done}
    where merchant_id = ${actor.merchantId} and id = ${exportId} and run = ${run} and status = 'running'`);
  return saved === 1;
}

export async function markFailed({ tx, actor, now }: Context, { exportId, run }: Run): Promise<void> {
  await tx.run(sql`
    update privacy.exports set status = 'failed', finished_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${exportId} and run = ${run} and status = 'running'`);
}

type Named = Pick<ExportRow, "merchant_id" | "id">;

/** Of all merchants: those that no run has written to since `before`, which are taken for lost. */
export const listLostExports = (tx: Tx, { before }: { before: Date }): Promise<Named[]> =>
  tx.many(sql`
    select merchant_id, id from privacy.exports
    where status in ('pending', 'running') and progressed_at < ${before} order by progressed_at limit 100`);

export const listEndedExports = (db: Db, now: Date): Promise<(Named & { storage_key: string })[]> =>
  db.many(sql`
    select merchant_id, id, storage_key from privacy.exports
    where status = 'ready' and expires_at <= ${now} order by expires_at limit 100`);

export async function markExpired(db: Db, { merchant_id, id }: Named): Promise<void> {
  await db.run(sql`
    update privacy.exports set status = 'expired', storage_key = null
    where merchant_id = ${merchant_id} and id = ${id} and status = 'ready'`);
}

/** The files of a merchant's exports. */
export async function listExportFiles({ db, actor }: ReadContext): Promise<string[]> {
  const rows = await db.many<{ storage_key: string }>(sql`
    select storage_key from privacy.exports where merchant_id = ${actor.merchantId} and storage_key is not null`);
  return rows.map(({ storage_key }) => storage_key);
}
