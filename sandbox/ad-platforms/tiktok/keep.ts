import { type FieldTable, firstProblem, type Json } from "../shared/field-table.ts";
import { badParameter, notThere, TikTokError } from "./errors.ts";
import { isSmartPlus } from "./flows.ts";
import { LEVELS, type Level, show } from "./present.ts";
import type { Kept, Kind, Room } from "./registry.ts";
import { advertiserIn, bodyOf, type Call } from "./router.ts";
import { withoutNulls } from "./rules.ts";
import { textOf } from "./time.ts";

/** The body of a write, checked field by field, without what says nothing. */
export function checkedBody(call: Call, table: FieldTable): Json {
  return withoutNulls(checked(bodyOf(call), table));
}

export function checked(object: Json, table: FieldTable): Json {
  const problem = firstProblem(table, object);
  if (problem) throw badParameter(problem);
  return object;
}

/** An object of this account that stands. Deleted ones are told apart from those that never were. */
export function standing(room: Room, call: Call, level: Level, accountId: unknown, id: unknown): Kept {
  const account = advertiserIn(call, accountId, room.registry);
  const row = room.registry.tables[level].get(String(id));
  const { title } = LEVELS[level];
  if (row?.account_id !== account.id) throw notThere(title, String(id));
  if (isGone(room, row)) throw badParameter(`${title} ${id} has been deleted`);
  const isSmartCall = call.path.startsWith("/smart_plus/");
  if (isSmartPlus(row, room) && !isSmartCall)
    throw badParameter("This API does not support Upgraded Smart Plus ads.");
  if (!isSmartPlus(row, room) && isSmartCall) throw notThere(`Upgraded Smart+ ${title}`, String(id));
  return row;
}

/** Deleted itself, or below something that was. */
function isGone(room: Room, row: Kept): boolean {
  if (row.deleted) return true;
  if (row.kind === "campaigns") return false;
  const above = room.registry.tables[row.kind === "ads" ? "adgroups" : "campaigns"].get(row.parent_id);
  return !above || isGone(room, above);
}

/** Names are not given twice at the same place. */
export function refuseTakenName(
  room: Room,
  level: Level,
  parentId: string,
  name: unknown,
  ownId?: string,
): void {
  const field = LEVELS[level].name;
  const isTaken = room.registry
    .childrenOf(level, parentId)
    .some(
      (row) => row.parent_id === parentId && !row.deleted && row.id !== ownId && row.wire[field] === name,
    );
  if (isTaken) throw badParameter(`${LEVELS[level].title} name already exists. Please try another one.`);
}

/** Of several creates with one `request_id` only one succeeds. */
export function refuseRepeated(room: Room, accountId: string, requestId: unknown): void {
  if (typeof requestId === "string" && room.registry.requests.isTaken(accountId, requestId))
    throw new TikTokError(40050, `Duplicated request, request_id ${requestId}`);
}

type New = { accountId: string; parentId: string; wire: Json };

export function keepNew(room: Room, level: Level, { accountId, parentId, wire }: New): Kept {
  const { advertiser_id: _account, campaign_id: _above, request_id, ...own } = wire;
  const now = textOf(room.world.now());
  const id = room.registry.nextId();
  if (typeof request_id === "string") room.registry.requests.take(accountId, request_id);
  const whole = { [LEVELS[level].id]: id, ...own, create_time: now, modify_time: now };
  return keepNewOf(room, level, id, accountId, whole, parentId);
}

/** Keeps anything new of an account: media and identities too. */
export function keepNewOf(
  room: Room,
  kind: Kind,
  id: string,
  accountId: string,
  wire: Json,
  parentId = accountId,
): Kept {
  return room.registry.tables[kind].put({
    id,
    kind,
    account_id: accountId,
    parent_id: parentId,
    turn: room.registry.nextTurn(),
    deleted: false,
    submitted_at: room.world.now().getTime(),
    wire,
  });
}

export function keepChanged(room: Room, row: Kept, wire: Json, change: Partial<Kept> = {}): Kept {
  const changed = { ...row, ...change, wire: { ...wire, modify_time: textOf(room.world.now()) } };
  return room.registry.tables[row.kind].put(changed);
}

/** The fault `half_done`: the work was done and the answer is TikTok's own failure. */
export function answer(room: Room, call: Call, row: Kept): Json {
  failAfterHalf(room, call);
  return show(row, room);
}

export function failAfterHalf(room: Room, call: Call): void {
  if (isHalfDone(room, call)) throw new TikTokError(50000, "System error");
}

export function isHalfDone(room: Room, call: Call): boolean {
  const at = { method: call.method, path: call.raw.vendorPath };
  return room.world.faults.take("tiktok", ["half_done"], at) !== null;
}
