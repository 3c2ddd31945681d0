import { isFinished, type OperationStatus } from "../../shared/operation-statuses.ts";
import { Refusal } from "../../shared/refusals.ts";
import type { Clock } from "../clock.ts";
import { type Context, type ReadContext, systemContext, transact } from "../context.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import type { ItemChange, OperationDefinition, OperationKinds } from "./define-operation.ts";
import {
  claimNextItem,
  findNextTime,
  findOperation,
  type ItemRecord,
  lockClaimedItem,
  lockOperation,
  type OperationRecord,
  postponeItem,
  recordFailure,
  recordSuccess,
  saveOperation,
  skipPendingItems,
} from "./operations.store.ts";
import { enqueueRun } from "./run-operation-job.ts";

export type RunDeps = {
  db: Db;
  log: Log;
  /** For slices and retries. */
  systemClock: Clock;
  /** What the items see as now. */
  worldClock: Clock;
  kinds: OperationKinds;
};

/** A slice ends after so many items, or so much time: then other operations and other jobs have their turn. */
export const sliceLimits = { items: 25, ms: 2_000 };
/** An item that broke this often has failed, also when it took the process down with it. */
export const maxAttempts = 3;
/** Longer than an item's transaction may take. An item whose process was killed waits so long for its next attempt. */
export const leaseMs = 60_000;
/** The wait after the first broken attempt, doubled after each further one. */
const retrySeconds = 2;

export type SliceInput = { merchantId: string; operationId: string; signal?: AbortSignal };

/**
 * Runs some of an operation's items, each in a transaction of its own that also holds its result: a process killed
 * between two items loses nothing and repeats nothing. Then it enqueues the next slice, or finishes the operation.
 * Several runs of one operation never take the same item.
 */
export const runSlice =
  (deps: RunDeps) =>
  async ({ merchantId, operationId, signal }: SliceInput): Promise<void> => {
    const operation = await loadUnfinished(deps, { merchantId, operationId });
    if (!operation) return;
    const definition = deps.kinds.get(operation.kind);
    if (!definition) throw new Error(`no operation is of kind ${operation.kind}`);

    await begin(deps, operation);
    const until = deps.systemClock.now().getTime() + sliceLimits.ms;
    for (let items = 0; items < sliceLimits.items; items += 1) {
      if (signal?.aborted || deps.systemClock.now().getTime() >= until) break;
      if (!(await runNextItem(deps, definition, operation))) break;
    }
    await end(deps, operation);
  };

/** The one who started it acts in every item. */
function toContext({ db, worldClock }: RunDeps, operation: OperationRecord): ReadContext {
  const { merchant_id: merchantId, actor_kind: kind, actor_id: id, request_id: requestId } = operation;
  return { db, actor: { merchantId, by: { kind, id } }, now: worldClock.now(), requestId };
}

/** Null when it has finished, or was deleted after its retention while a job of it still waited. */
async function loadUnfinished(
  { db, worldClock }: RunDeps,
  { merchantId, operationId }: SliceInput,
): Promise<OperationRecord | null> {
  const found = await findOperation(systemContext(db, merchantId, worldClock.now()), { operationId });
  return found && !isFinished(found) ? found : null;
}

/** Marks it as running, or skips what a cancelled one has left. */
function begin(deps: RunDeps, operation: OperationRecord): Promise<void> {
  const operationId = operation.id;
  return transact(toContext(deps, operation), async (ctx) => {
    const locked = await lockOperation(ctx, { operationId });
    if (locked.status === "pending")
      await saveOperation(ctx, { ...locked, status: "running", started_at: ctx.now });
    if (locked.status === "cancelling") await skipPendingItems(ctx, { operationId });
  });
}

/** False when no item may run now. */
async function runNextItem(
  deps: RunDeps,
  definition: OperationDefinition,
  operation: OperationRecord,
): Promise<boolean> {
  const ctx = toContext(deps, operation);
  const item = await claim(deps, ctx, operation.id);
  if (!item) return false;
  const ref = { operationId: operation.id, number: item.number };
  if (item.attempts > maxAttempts) {
    deps.log.error(
      { operation_id: operation.id, item: item.number },
      "an operation's item kills its process",
    );
    await transact(ctx, (ctx) => recordFailure(ctx, ref, { code: "base.internal", params: {} }));
    return true;
  }
  try {
    await transact(ctx, async (ctx) => {
      if (!(await lockClaimedItem(ctx, item))) return;
      await recordSuccess(ctx, ref, await work(ctx, definition, operation, item));
    });
  } catch (error) {
    await handleError(deps, ctx, item, error);
  }
  return true;
}

function claim(deps: RunDeps, ctx: ReadContext, operationId: string): Promise<ItemRecord | undefined> {
  const systemNow = deps.systemClock.now();
  const leaseUntil = new Date(systemNow.getTime() + leaseMs);
  return transact(ctx, (ctx) => claimNextItem(ctx, { operationId, systemNow, leaseUntil }));
}

function work(
  ctx: Context,
  definition: OperationDefinition,
  { undo_of, input }: OperationRecord,
  { subject, before, after }: ItemRecord,
): Promise<ItemChange | null> {
  if (undo_of === null) return definition.runItem(ctx, subject, definition.input.parse(input));
  if (!definition.undoItem || !before || !after) throw new Error(`${definition.kind} cannot be undone`);
  // The item leads from `before` to `after`, so what it undoes led the other way.
  return definition.undoItem(ctx, subject, { before: after, after: before });
}

/** All that the item did has been rolled back. A refusal is final; anything else is tried again after a while. */
function handleError(deps: RunDeps, ctx: ReadContext, item: ItemRecord, error: unknown): Promise<void> {
  const { operation_id: operationId, number, attempts } = item;
  return transact(ctx, async (ctx) => {
    if (error instanceof Refusal) return recordFailure(ctx, { operationId, number }, error);
    deps.log.warn({ err: error, operation_id: operationId, item: number }, "an operation's item failed");
    if (attempts >= maxAttempts)
      return recordFailure(ctx, { operationId, number }, { code: "base.internal", params: {} });
    const retryAt = new Date(deps.systemClock.now().getTime() + retrySeconds * 1_000 * 2 ** (attempts - 1));
    return postponeItem(ctx, { operationId, number, retryAt });
  });
}

/** Publishes how far it is, and enqueues the next slice while anything is left. */
function end(deps: RunDeps, before: OperationRecord): Promise<void> {
  const operationId = before.id;
  return transact(toContext(deps, before), async (ctx) => {
    const operation = await lockOperation(ctx, { operationId });
    if (isFinished(operation)) return; // another run was faster
    const { merchant_id, kind, total, done, failed } = operation;
    const event = { merchant_id, operation_id: operationId, kind, total, done, failed };
    const systemNow = deps.systemClock.now();
    const next = await findNextTime(ctx, { operationId, systemNow });
    if (next === null) {
      const status = toFinalStatus(operation);
      await saveOperation(ctx, { ...operation, status, finished_at: ctx.now });
      await ctx.tx.publish({ name: "operation.finished", ...event, status });
      return;
    }
    const afterSeconds = Math.ceil((next.getTime() - systemNow.getTime()) / 1_000);
    await enqueueRun(ctx, { operationId, afterSeconds });
    if (done + failed > before.done + before.failed)
      await ctx.tx.publish({ name: "operation.progressed", ...event });
  });
}

function toFinalStatus({ total, done, failed }: OperationRecord): OperationStatus {
  if (done + failed < total) return "cancelled";
  if (failed === 0) return "succeeded";
  return done === 0 ? "failed" : "partially_failed";
}
