import { isObject, type Json } from "../shared/field-table.ts";
import { createCampaign, deleteCampaign, updateCampaign } from "./campaigns.ts";
import type { DemoAccount } from "./demo.ts";
import { invalidParameter, XError, type XProblem } from "./errors.ts";
import { createLineItem, deleteLineItem, updateLineItem } from "./line-items.ts";
import type { RawParams } from "./params.ts";
import { demotePost, promotePosts } from "./posts.ts";
import type { Kind, StoredObject } from "./registry.ts";
import {
  type ApiResponse,
  type Call,
  type Context,
  failIfHalfDone,
  type Route,
  requireWritableAccount,
  route,
} from "./router.ts";
import { present } from "./stored-objects.ts";
import { createCriterion, deleteCriterion } from "./targeting.ts";

type WriteResult = { row: StoredObject; params: Json };
type Create = (context: Context, account: DemoAccount, rawParams: RawParams) => WriteResult;
type Change = (context: Context, account: DemoAccount, id: string, rawParams: RawParams) => WriteResult;
/** The operations of a kind. Where there is no update, X has none. */
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

/** Everything in a campaign is written one by one, or in atomic batches. */
export function writeRoutes(context: Context): Route[] {
  return [
    ...Object.entries(verbs).flatMap(([kind, each]) => makeRoutes(context, kind as Kind, each)),
    route("POST", "/accounts/:account_id/promoted_tweets", "write", (call) => {
      const account = requireWritableAccount(call, context.registry);
      const { rows, params } = promotePosts(context, account, call.rawParams);
      failIfHalfDone(context.world, call);
      return {
        params: { account_id: account.id, ...params },
        data: rows.map((row) => present(context, row)),
      };
    }),
  ];
}

function makeRoutes(
  context: Context,
  kind: Kind,
  { idField, batchMax, create, update, remove }: Verbs,
): Route[] {
  const list = `/accounts/:account_id/${kind}`;
  const one = `${list}/:${idField}`;
  const changing = (change: Change) => (call: Call) =>
    respond(context, call, (account) => change(context, account, call.path[idField] ?? "", call.rawParams));
  return [
    ...(create
      ? [
          route("POST", list, "write", (call) =>
            respond(context, call, (account) => create(context, account, call.rawParams)),
          ),
        ]
      : []),
    ...(update ? [route("PUT", one, "write", changing(update))] : []),
    route("DELETE", one, "write", changing(remove)),
    ...(batchMax ? [route("POST", `/batch${list}`, "write", (call) => batch(context, kind, call))] : []),
  ];
}

function respond(context: Context, call: Call, work: (account: DemoAccount) => WriteResult): ApiResponse {
  const account = requireWritableAccount(call, context.registry);
  const { row, params } = work(account);
  failIfHalfDone(context.world, call);
  return { params: { account_id: account.id, ...params }, data: present(context, row) };
}

type Operation = { operation_type: "Create" | "Update" | "Delete"; params: Json };

/** All operations are applied, or none: changes before the first failure are rolled back. */
function batch(context: Context, kind: Kind, call: Call): ApiResponse {
  const account = requireWritableAccount(call, context.registry);
  const operations = operationsIn(call, verbs[kind]?.batchMax ?? 0);
  const table = context.registry.tables[kind];
  const before = new Map([...table.values()].map((row) => [row.id, row]));
  const failures: XProblem[][] = [];
  const done: StoredObject[] = [];
  for (const operation of operations) {
    try {
      done.push(operate(context, kind, account, operation));
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
  failIfHalfDone(context.world, call);
  return { params: { account_id: account.id }, data: done.map((row) => present(context, row)) };
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

function operate(
  context: Context,
  kind: Kind,
  account: DemoAccount,
  { operation_type, params }: Operation,
): StoredObject {
  const { idField = "", create, update, remove } = verbs[kind] ?? {};
  const rawParams = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)]));
  if (operation_type === "Create" && create) return create(context, account, rawParams).row;
  const { [idField]: id = "", ...rest } = rawParams;
  if (operation_type === "Update" && update) return update(context, account, id, rest).row;
  if (operation_type === "Delete" && remove) return remove(context, account, id, rest).row;
  throw new XError(400, invalidParameter("operation_type", `${operation_type} is not done with ${kind}`));
}

/** In a batch values are JSON; they follow the same rules as in a query. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}
