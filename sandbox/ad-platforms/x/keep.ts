import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { notFound } from "./errors.ts";
import { inUtc } from "./params.ts";
import { presentObject } from "./present.ts";
import type { Kept, Kind } from "./registry.ts";
import type { Room } from "./router.ts";

const NAMES: Record<Kind, string> = {
  campaigns: "Campaign",
  line_items: "Line Item",
  targeting_criteria: "Targeting Criterion",
  promoted_tweets: "Promoted Tweet",
  tweets: "Tweet",
  cards: "Card",
  media: "Media",
};

/** The object when it stands in this account. */
export function objectIn(room: Room, account: DemoAccount, kind: Kind, id: string): Kept {
  const row = room.registry.find(kind, id);
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

export function keepNew(room: Room, { account, kind, parentId, wire, id, submittedAt }: New): Kept {
  const now = room.world.now().getTime();
  const at = inUtc(now);
  return room.registry.tables[kind].put({
    id: id ?? room.registry.newId(kind),
    kind,
    account_id: account.id,
    parent_id: parentId,
    turn: room.registry.nextTurn(),
    deleted: false,
    submitted_at: submittedAt ?? now,
    wire: { ...wire, created_at: at, updated_at: at },
  });
}

/** Only what is named changes. */
export function keepChanged(room: Room, row: Kept, change: Json): Kept {
  const wire = { ...row.wire, ...change, updated_at: inUtc(room.world.now().getTime()) };
  return room.registry.tables[row.kind].put({ ...row, wire });
}

/** What hangs below is not marked; deleted twice is not found. */
export function keepDeleted(room: Room, row: Kept): Kept {
  const changed = keepChanged(room, row, {});
  return room.registry.tables[row.kind].put({ ...changed, deleted: true });
}

export function show(room: Room, row: Kept): Json {
  return presentObject(row, { ...room, now: room.world.now() });
}
