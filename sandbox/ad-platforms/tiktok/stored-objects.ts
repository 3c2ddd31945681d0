import { type FieldTable, firstProblem, type Json } from "../shared/field-table.ts";
import { badParameter, notFound, TikTokError } from "./errors.ts";
import { isSmartPlus } from "./flows.ts";
import { LEVELS, type Level, present } from "./present.ts";
import type { Context, Kind, StoredObject } from "./registry.ts";
import { type Call, requireAdvertiser, requireBody } from "./router.ts";
import { withoutNulls } from "./rules.ts";
import { formatInstant } from "./time.ts";

/** The body of a write, checked field by field, without empty entries. */
export function checkedBody(call: Call, table: FieldTable): Json {
  return withoutNulls(checked(requireBody(call), table));
}

export function checked(object: Json, table: FieldTable): Json {
  const problem = firstProblem(table, object);
  if (problem) throw badParameter(problem);
  return object;
}

/** An existing object of this account. Deleted ones and unknown ones give different errors. */
export function requireObject(
  context: Context,
  call: Call,
  level: Level,
  accountId: unknown,
  id: unknown,
): StoredObject {
  const account = requireAdvertiser(call, accountId, context.registry);
  const row = context.registry.tables[level].get(String(id));
  const { title } = LEVELS[level];
  if (row?.account_id !== account.id) throw notFound(title, String(id));
  if (isDeleted(context, row)) throw badParameter(`${title} ${id} has been deleted`);
  const isSmartCall = call.path.startsWith("/smart_plus/");
  if (isSmartPlus(row, context) && !isSmartCall)
    throw badParameter("This API does not support Upgraded Smart Plus ads.");
  if (!isSmartPlus(row, context) && isSmartCall) throw notFound(`Upgraded Smart+ ${title}`, String(id));
  return row;
}

/** Deleted itself, or below a deleted object. */
function isDeleted(context: Context, row: StoredObject): boolean {
  if (row.deleted) return true;
  if (row.kind === "campaigns") return false;
  const parent = context.registry.tables[row.kind === "ads" ? "adgroups" : "campaigns"].get(row.parent_id);
  return !parent || isDeleted(context, parent);
}

/** A name is unique within its parent. */
export function refuseDuplicateName(
  context: Context,
  level: Level,
  parentId: string,
  name: unknown,
  ownId?: string,
): void {
  const field = LEVELS[level].name;
  const isClaimed = context.registry
    .listChildren(level, parentId)
    .some(
      (row) => row.parent_id === parentId && !row.deleted && row.id !== ownId && row.wire[field] === name,
    );
  if (isClaimed) throw badParameter(`${LEVELS[level].title} name already exists. Please try another one.`);
}

/** Of several creates with one `request_id` only one succeeds. */
export function refuseRepeated(context: Context, accountId: string, requestId: unknown): void {
  if (typeof requestId === "string" && context.registry.requests.isClaimed(accountId, requestId))
    throw new TikTokError(40050, `Duplicated request, request_id ${requestId}`);
}

type New = { accountId: string; parentId: string; wire: Json };

export function insertObject(
  context: Context,
  level: Level,
  { accountId, parentId, wire }: New,
): StoredObject {
  const { advertiser_id: _account, campaign_id: _parent, request_id, ...own } = wire;
  const now = formatInstant(context.world.now());
  const id = context.registry.nextId();
  if (typeof request_id === "string") context.registry.requests.claim(accountId, request_id);
  const whole = { [LEVELS[level].id]: id, ...own, create_time: now, modify_time: now };
  return insertAsset(context, level, id, accountId, whole, parentId);
}

/** Stores any new object of an account: media and identities too. */
export function insertAsset(
  context: Context,
  kind: Kind,
  id: string,
  accountId: string,
  wire: Json,
  parentId = accountId,
): StoredObject {
  return context.registry.tables[kind].put({
    id,
    kind,
    account_id: accountId,
    parent_id: parentId,
    sequence: context.registry.nextSequence(),
    deleted: false,
    submitted_at: context.world.now().getTime(),
    wire,
  });
}

export function updateObject(
  context: Context,
  row: StoredObject,
  wire: Json,
  change: Partial<StoredObject> = {},
): StoredObject {
  const changed = { ...row, ...change, wire: { ...wire, modify_time: formatInstant(context.world.now()) } };
  return context.registry.tables[row.kind].put(changed);
}

/** The fault `half_done`: the work is done and the response is TikTok's own failure. */
export function respond(context: Context, call: Call, row: StoredObject): Json {
  failIfHalfDone(context, call);
  return present(row, context);
}

export function failIfHalfDone(context: Context, call: Call): void {
  if (isHalfDone(context, call)) throw new TikTokError(50000, "System error");
}

export function isHalfDone(context: Context, call: Call): boolean {
  const at = { method: call.method, path: call.raw.vendorPath };
  return context.world.faults.consume("tiktok", ["half_done"], at) !== null;
}
