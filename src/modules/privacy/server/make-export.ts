import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { openZip } from "#base/server/zip.ts";
import { exportDays } from "../contract/enums.ts";
import { beginRun, markFailed, markReady, type Progress, saveProgress } from "./exports.store.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";
import { listExported, writeArchive } from "./write-archive.ts";

type Deps = Pick<
  PrivacyDeps,
  "db" | "log" | "messages" | "personalData" | "storage" | "worldClock" | "systemClock"
>;
type Job = { merchant_id: string; export_id: string };

/** An export that failed so often is given up, and the merchant told. */
const maxAttempts = 4;
/** Progress is shown this often. */
const progressMs = 1_000;
/** A run that is alive says so at least this often. */
const heartbeatMs = 30_000;
const dayMs = 86_400_000;

/** Another run writes this export by now. */
class Overtaken extends Error {}

/**
 * Writes an export to the object storage. A run that was killed is begun again by another, under a name of its own: only
 * the newest may finish.
 */
export const makeExport =
  (deps: Deps) =>
  async ({ merchant_id, export_id: exportId }: Job, signal: AbortSignal): Promise<void> => {
    const { db, systemClock, personalData, worldClock } = deps;
    const ctx = systemContext(db, merchant_id, worldClock.now());
    const run = newId("run");
    const total = listExported(personalData.data).length;
    const begun = await transact(ctx, (ctx) =>
      beginRun(ctx, { exportId, run, total, systemNow: systemClock.now() }),
    );
    if (!begun) return;
    try {
      await write(deps, ctx, { exportId, run, total, signal });
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (begun.attempts >= maxAttempts)
        await transact(ctx, async (ctx) => {
          await markFailed(ctx, { exportId, run });
          await ctx.tx.publish({ name: "privacy.changed", merchant_id });
        });
      throw error;
    }
  };

type Run = { exportId: string; run: string; total: number; signal: AbortSignal };

async function write(deps: Deps, ctx: ReadContext, { exportId, run, total, signal }: Run): Promise<void> {
  const { storage, systemClock } = deps;
  const path = await storage.scratchFile();
  const progress: Progress = { tables_done: 0, tables_total: total, rows_done: 0 };
  let shownAt = 0;
  const onProgress = async (written: { tables: number; rows: number }) => {
    signal.throwIfAborted();
    Object.assign(progress, { tables_done: written.tables, rows_done: written.rows });
    const systemNow = systemClock.now();
    if (systemNow.getTime() - shownAt < progressMs) return;
    shownAt = systemNow.getTime();
    await transact(ctx, async (ctx) => {
      if (!(await saveProgress(ctx, { exportId, run, progress, systemNow }))) throw new Overtaken();
      await ctx.tx.publish({ name: "privacy.changed", merchant_id: ctx.actor.merchantId });
    });
  };
  // Storing a large file shows no progress of its own.
  const heartbeat = setInterval(() => {
    transact(ctx, (ctx) =>
      saveProgress(ctx, { exportId, run, progress, systemNow: systemClock.now() }),
    ).catch((error) =>
      deps.log.warn({ err: error, export_id: exportId }, "an export's progress was not saved"),
    );
  }, heartbeatMs);
  try {
    const zip = openZip(ctx.now);
    const file = pipeline(zip.stream, createWriteStream(path));
    const archive = writeArchive(deps)(ctx, zip, onProgress).then(
      () => zip.end(),
      (error) => {
        zip.stream.destroy(error);
        throw error;
      },
    );
    await Promise.all([archive, file]);
    const { size: bytes } = await stat(path);
    await finish(deps, ctx, { exportId, run, path, bytes, progress });
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

type Finished = { exportId: string; run: string; path: string; bytes: number; progress: Progress };

/** The bytes are stored before the row says so. */
async function finish(
  { storage }: Pick<Deps, "storage">,
  ctx: ReadContext,
  { path, ...finished }: Finished,
): Promise<void> {
  const storageKey = `exports/${finished.exportId}-${randomBytes(12).toString("hex")}.zip`;
  await storage.put(storageKey, path);
  const expiresAt = new Date(ctx.now.getTime() + exportDays * dayMs);
  const isReady = await transact(ctx, async (ctx) => {
    const isOurs = await markReady(ctx, { ...finished, storageKey, expiresAt });
    const { merchantId: merchant_id } = ctx.actor;
    if (isOurs)
      await ctx.tx.publish(
        { name: "privacy.changed", merchant_id },
        { name: "privacy.export_ready", merchant_id, export_id: finished.exportId },
      );
    return isOurs;
  });
  if (!isReady) await storage.remove(storageKey);
}
