import { z } from "zod";
import { defineCalls, instant } from "./contract.ts";
import { operationItemStatuses, operationStatuses } from "./operation-statuses.ts";

export const operationRow = z.object({
  id: z.string(),
  /** Its module and what it does: `campaigns.pause`. */
  kind: z.string(),
  status: z.enum(operationStatuses),
  /** Items: all, those that ended well, and those that failed. What is left of a cancelled one was skipped. */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** The operation that this one undoes. */
  undo_of: z.string().nullable(),
  can_undo: z.boolean(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type OperationRow = z.output<typeof operationRow>;

const operationItem = z.object({
  number: z.number().int(),
  /** The id of what the item concerns, and its name as the merchant knows it. */
  subject: z.string(),
  title: z.string().nullable(),
  status: z.enum(operationItemStatuses),
  /** Why it failed, in the reader's language. */
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OperationItem = z.output<typeof operationItem>;

const byId = z.object({ id: z.string().min(5).max(60) });

export const itemsQuery = z.object({
  status: z.enum(operationItemStatuses).optional(),
  /** The `next` cursor of the previous page. */
  after: z.coerce.number().int().min(0).max(10_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(50),
});

/** Signed in is enough at the door: an operation's own ability is checked once its kind is known. */
const access = "signed-in";

export const operationsCalls = defineCalls({
  "GET Clients/Operations/{id}": {
    summary: "How far an operation over many items is, and how it ended",
    access,
    params: byId,
    answer: operationRow,
  },
  "GET Clients/Operations/{id}/items": {
    summary: "An operation's items in order, with the reason of each that failed",
    access,
    params: byId,
    query: itemsQuery,
    answer: z.object({ items: z.array(operationItem), next: z.number().int().nullable() }),
  },
  "POST Clients/Operations/{id}/cancel": {
    summary: "Skips the items that have not begun; what is done stays. Nothing changes when it has finished",
    access,
    params: byId,
    answer: operationRow,
  },
  "POST Clients/Operations/{id}/undo": {
    summary:
      "Undoes what the operation changed, in reverse order, as an operation of its own; for a day, once",
    access,
    params: byId,
    answer: operationRow,
    refusals: ["base.operation_not_undoable"],
    idempotent: true,
  },
});

export type OperationsCalls = typeof operationsCalls;
