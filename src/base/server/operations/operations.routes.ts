import type { FastifyInstance } from "fastify";
import { type OperationsCalls, operationsCalls } from "../../shared/operations.calls.ts";
import type { ReadContext } from "../context.ts";
import type { Session } from "../http/audience.ts";
import type { Handlers } from "../http/handlers.ts";
import { type HttpContext, mountCalls } from "../http/mount.ts";
import { requireAbility } from "../http/session.ts";
import type { Messages } from "../messages.ts";
import { cancelOperation, countUndoable, undoOperation } from "./change-operation.ts";
import type { OperationKinds } from "./define-operation.ts";
import { listItems, loadOperation, type OperationRecord } from "./operations.store.ts";
import { presentItem, presentOperation } from "./present-operation.ts";

type Deps = { kinds: OperationKinds; messages: Messages };
type Request = { ctx: ReadContext; session: Session; params: { id: string } };

/** The calls about operations of every kind. What starts one is a call of the module that defines it. */
export function mountOperations(app: FastifyInstance, context: HttpContext, { kinds, messages }: Deps) {
  const undo = undoOperation(kinds);

  /** The operation, for those who may do what it does. */
  async function find({ ctx, session, params }: Request): Promise<OperationRecord> {
    const operation = await loadOperation(ctx, { operationId: params.id });
    const definition = kinds.get(operation.kind);
    if (definition) requireAbility(session, definition.ability);
    return operation;
  }
  async function show(request: Request) {
    const operation = await find(request);
    const undoable = await countUndoable(request.ctx, operation, kinds.get(operation.kind));
    return presentOperation(operation, undoable > 0);
  }

  async function loadTitles(ctx: ReadContext, { kind }: OperationRecord, subjects: string[]) {
    const titles = subjects.length > 0 ? await kinds.get(kind)?.loadTitles?.(ctx, subjects) : undefined;
    return titles ?? new Map<string, string>();
  }

  mountCalls(app, context, operationsCalls, {
    "GET Clients/Operations/{id}": show,
    "GET Clients/Operations/{id}/items": async ({ query, language, ...request }) => {
      const { ctx } = request;
      const operation = await find(request);
      const { status, after, size } = query;
      const rows = await listItems(ctx, { operationId: operation.id, status, after, limit: size + 1 });
      const shown = rows.slice(0, size);
      const titles = await loadTitles(
        ctx,
        operation,
        shown.map(({ subject }) => subject),
      );
      return {
        items: shown.map((row) => presentItem(row, { titles, messages, language })),
        next: rows.length > size ? (shown.at(-1)?.number ?? null) : null,
      };
    },
    "POST Clients/Operations/{id}/cancel": async (request) => {
      const { id: operationId } = await find(request);
      await cancelOperation(request.ctx, { operationId });
      return show(request);
    },
    "POST Clients/Operations/{id}/undo": async (request) => {
      const { id: operationId } = await find(request);
      return presentOperation(await undo(request.ctx, { operationId }));
    },
  } satisfies Handlers<OperationsCalls>);
}
