import { baseRefusals } from "../../shared/base.refusals.ts";
import type { OperationRow } from "../../shared/operations.calls.ts";
import { recordAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { newId } from "../ids.ts";
import { maxItems, type OperationDefinition } from "./define-operation.ts";
import { insertItems, insertOperation } from "./operations.store.ts";
import { presentOperation } from "./present-operation.ts";
import { enqueueRun } from "./run-operation-job.ts";

/**
 * Writes an operation with all its items, and enqueues its first slice, in the caller's transaction. An idempotent call
 * makes it start once.
 */
export async function startOperation<Input>(
  ctx: Context,
  definition: OperationDefinition<Input>,
  input: NoInfer<Input>,
): Promise<OperationRow> {
  const subjects = [...new Set(await definition.listItems(ctx, input))];
  if (subjects.length > maxItems) baseRefusals.refuse("base.operation_too_large", { max: maxItems });
  const operationId = newId("opr");
  const operation = await insertOperation(ctx, {
    id: operationId,
    kind: definition.kind,
    input,
    total: subjects.length,
    undo_of: null,
  });
  await insertItems(ctx, { operationId }, subjects);
  await recordAudit(ctx, {
    module: "operations",
    action: "operation.started",
    subject: operationId,
    after: { kind: definition.kind, total: subjects.length },
  });
  await enqueueRun(ctx, { operationId });
  return presentOperation(operation);
}
