import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { notFound } from "./errors.ts";
import { inUtc } from "./params.ts";
import { presentObject } from "./present.ts";
import type { Kind, StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";

const NAMES: Record<Kind, string> = {
  campaigns: "Campaign",
  line_items: "Line Item",
  targeting_criteria: "Targeting Criterion",
  promoted_tweets: "Promoted Tweet",
  tweets: "Tweet",
  cards: "Card",
  media: "Media",
};

/** The object when it exists in this account. */
export function requireObject(context: Context, account: DemoAccount, kind: Kind, id: string): StoredObject {
  const row = context.registry.find(kind, id);
  if (row?.account_id !== account.id) throw notFound(NAMES[kind], id);
  return row;
}

type New = {
  account: DemoAccount;
  kind: Kind;
  parentId: string;
  wire: Json;
  id?: string;
  submittedAt?: number;
};

export function insertObject(
  context: Context,
  { account, kind, parentId, wire, id, submittedAt }: New,
): StoredObject {
  const now = context.world.now().getTime();
  const at = inUtc(now);
  return context.registry.tables[kind].put({
    id: id ?? context.registry.newId(kind),
    kind,
    account_id: account.id,
    parent_id: parentId,
    sequence: context.registry.nextSequence(),
    deleted: false,
    submitted_at: submittedAt ?? now,
    wire: { ...wire, created_at: at, updated_at: at },
  });
}

/** Only the sent fields change. */
export function updateObject(context: Context, row: StoredObject, change: Json): StoredObject {
  const wire = { ...row.wire, ...change, updated_at: inUtc(context.world.now().getTime()) };
  return context.registry.tables[row.kind].put({ ...row, wire });
}

/** Children are not marked as deleted; a second delete is not found. */
export function markDeleted(context: Context, row: StoredObject): StoredObject {
  const changed = updateObject(context, row, {});
  return context.registry.tables[row.kind].put({ ...changed, deleted: true });
}

export function present(context: Context, row: StoredObject): Json {
  return presentObject(row, { ...context, now: context.world.now() });
}
