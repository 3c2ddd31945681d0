import { isObject, type Json } from "../shared/field-table.ts";
import { createCampaign, deleteCampaign, updateCampaign } from "./campaigns.ts";
import type { DemoAccount } from "./demo.ts";
import { invalidParameter, XError, type XProblem } from "./errors.ts";
import { show } from "./keep.ts";
import { createLineItem, deleteLineItem, updateLineItem } from "./line-items.ts";
import type { Given } from "./params.ts";
import { demotePost, promotePosts } from "./posts.ts";
import type { Kept, Kind } from "./registry.ts";
import {
  type Answer,
  type Call,
  failIfHalfDone,
  type Room,
  type Route,
  route,
  writableAccountFor,
} from "./router.ts";
import { createCriterion, deleteCriterion } from "./targeting.ts";

type Done = { row: Kept; params: Json };
type Create = (room: Room, account: DemoAccount, given: Given) => Done;
type Change = (room: Room, account: DemoAccount, id: string, given: Given) => Done;
/** What can be done with a kind. Where there is no update, X has none. */
type Verbs = { idField: string; batchMax: number | null; create?: Create; update?: Change; remove: Change };

const verbs: Partial<Record<Kind, Verbs>> = {
  campaigns: {
    idField: "campaign_id",
    batchMax: 40,
    create: createCampaign,
    update: updateCampaign,
    remove: deleteCampaign,
  },
  line_items: {
    idField: "line_item_id",
    batchMax: 40,
    create: createLineItem,
    update: updateLineItem,
    remove: deleteLineItem,
  },
  targeting_criteria: {
    idField: "targeting_criterion_id",
    batchMax: 500,
    create: createCriterion,
    remove: deleteCriterion,
  },
  promoted_tweets: { idField: "promoted_tweet_id", batchMax: null, remove: demotePost },
};

/** Everything in a campaign is written one by one, or by whole batches that stand or fall together. */
export function writeRoutes(room: Room): Route[] {
  return [
    ...Object.entries(verbs).flatMap(([kind, each]) => routesOf(room, kind as Kind, each)),
    route("POST", "/accounts/:account_id/promoted_tweets", "write", (call) => {
      const account = writableAccountFor(call, room.registry);
      const { rows, params } = promotePosts(room, account, call.given);
      failIfHalfDone(room.world, call);
      return { params: { account_id: account.id, ...params }, data: rows.map((row) => show(room, row)) };
    }),
  ];
}

function routesOf(room: Room, kind: Kind, { idField, batchMax, create, update, remove }: Verbs): Route[] {
  const list = `/accounts/:account_id/${kind}`;
  const one = `${list}/:${idField}`;
  const changing = (change: Change) => (call: Call) =>
    answer(room, call, (account) => change(room, account, call.path[idField] ?? "", call.given));
  return [
    ...(create
      ? [
          route("POST", list, "write", (call) =>
            answer(room, call, (account) => create(room, account, call.given)),
          ),
        ]
      : []),
    ...(update ? [route("PUT", one, "write", changing(update))] : []),
    route("DELETE", one, "write", changing(remove)),
    ...(batchMax ? [route("POST", `/batch${list}`, "write", (call) => batch(room, kind, call))] : []),
  ];
}

function answer(room: Room, call: Call, work: (account: DemoAccount) => Done): Answer {
  const account = writableAccountFor(call, room.registry);
  const { row, params } = work(account);
  failIfHalfDone(room.world, call);
  return { params: { account_id: account.id, ...params }, data: show(room, row) };
}

type Operation = { operation_type: "Create" | "Update" | "Delete"; params: Json };

/** All operations are done, or none: what was changed before the first that fails is taken back. */
function batch(room: Room, kind: Kind, call: Call): Answer {
  const account = writableAccountFor(call, room.registry);
  const operations = operationsIn(call, verbs[kind]?.batchMax ?? 0);
  const table = room.registry.tables[kind];
  const before = new Map([...table.values()].map((row) => [row.id, row]));
  const failures: XProblem[][] = [];
  const done: Kept[] = [];
  for (const operation of operations) {
    try {
      done.push(operate(room, kind, account, operation));
      failures.push([]);
    } catch (error) {
      if (!(error instanceof XError)) throw error;
      failures.push(error.problems);
    }
  }
  if (failures.some((problems) => problems.length > 0)) {
    for (const { id } of done) {
      const earlier = before.get(id);
      if (earlier) table.put(earlier);
      else table.delete(id);
    }
    throw new XError(
      400,
      { code: "BATCH_FAILED", message: "No operation was done" },
      { operation_errors: failures },
    );
  }
  failIfHalfDone(room.world, call);
  return { params: { account_id: account.id }, data: done.map((row) => show(room, row)) };
}

function operationsIn(call: Call, max: number): Operation[] {
  const isJson = call.raw.headers["content-type"]?.startsWith("application/json");
  const list = isJson && Array.isArray(call.body) ? call.body : [];
  if (list.length === 0 || list.length > max)
    throw new XError(400, invalidParameter("body", `Expected a JSON list of 1 to ${max} operations`));
  return list.map((entry: unknown) => {
    const isSound =
      isObject(entry) &&
      ["Create", "Update", "Delete"].includes(String(entry.operation_type)) &&
      isObject(entry.params) &&
      Object.keys(entry).length === 2;
    if (!isSound)
      throw new XError(400, invalidParameter("operation_type", "Expected operation_type and params"));
    return entry as Operation;
  });
}

function operate(room: Room, kind: Kind, account: DemoAccount, { operation_type, params }: Operation): Kept {
  const { idField = "", create, update, remove } = verbs[kind] ?? {};
  const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)]));
  if (operation_type === "Create" && create) return create(room, account, given).row;
  const { [idField]: id = "", ...rest } = given;
  if (operation_type === "Update" && update) return update(room, account, id, rest).row;
  if (operation_type === "Delete" && remove) return remove(room, account, id, rest).row;
  throw new XError(400, invalidParameter("operation_type", `${operation_type} is not done with ${kind}`));
}

/** In a batch values are JSON; they obey the same rules as in a query. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}
