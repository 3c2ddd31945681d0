import { baseRefusals } from "../../shared/base.refusals.ts";
import { isFinished } from "../../shared/operation-statuses.ts";
import { recordAudit } from "../audit.ts";
import { type Context, type ReadContext, transact } from "../context.ts";
import { newId } from "../ids.ts";
import type { OperationDefinition, OperationKinds } from "./define-operation.ts";
import {
  insertOperation,
  insertUndoItems,
  loadUndoFacts,
  lockOperation,
  type OperationRecord,
  type OperationRef,
  saveOperation,
} from "./operations.store.ts";
import { enqueueRun } from "./run-operation-job.ts";

/** Business time for which an operation can be undone. */
export const undoHours = 24;

/** What is done stays; items that have not begun are skipped. Nothing changes when it has finished already. */
export const cancelOperation = (ctx: ReadContext, { operationId }: OperationRef): Promise<void> =>
  transact(ctx, async (ctx) => {
    const operation = await lockOperation(ctx, { operationId });
    if (isFinished(operation) || operation.status === "cancelling") return;
    await saveOperation(ctx, { ...operation, status: "cancelling" });
    await recordAudit(ctx, {
      module: "operations",
      action: "operation.cancelled",
      subject: operationId,
      before: { status: operation.status },
      after: { status: "cancelling" },
    });
    await enqueueRun(ctx, { operationId });
  });

/** Starts an operation that undoes what this one changed, in reverse order. Answers with the new one. */
export const undoOperation =
  (kinds: OperationKinds) =>
  async (ctx: Context, { operationId }: OperationRef): Promise<OperationRecord> => {
    const operation = await lockOperation(ctx, { operationId });
    const changed = await countUndoable(ctx, operation, kinds.get(operation.kind));
    if (changed === 0) return baseRefusals.refuse("base.operation_not_undoable");
    const { kind, input } = operation;
    const id = newId("opr");
    const undo = await insertOperation(ctx, { id, kind, input, total: changed, undo_of: operationId });
    await insertUndoItems(ctx, { operationId: id, undoOf: operationId });
    await recordAudit(ctx, {
      module: "operations",
      action: "operation.undone",
      subject: operationId,
      after: { undone_by: id, kind, total: changed },
    });
    await enqueueRun(ctx, { operationId: id });
    return undo;
  };

/** How many items an undo would put back; zero when it is not offered (not finished, too old, undone, an undo itself). */
export async function countUndoable(
  ctx: ReadContext,
  operation: OperationRecord,
  definition: OperationDefinition | undefined,
): Promise<number> {
  const age = ctx.now.getTime() - operation.created_at.getTime();
  const isOffered =
    definition?.undoItem &&
    isFinished(operation) &&
    operation.undo_of === null &&
    age <= undoHours * 3_600_000;
  if (!isOffered) return 0;
  const { changed, is_undone } = await loadUndoFacts(ctx, { operationId: operation.id });
  return is_undone ? 0 : changed;
}
