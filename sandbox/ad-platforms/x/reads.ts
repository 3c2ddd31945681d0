import { byParent } from "./accounts.ts";
import { beginsWith, ids, isRequested, listParams, paginate } from "./lists.ts";
import { boolean, type ParamTable, parseParams, text } from "./params.ts";
import type { Kind, StoredObject } from "./registry.ts";
import { type Context, type Handler, type Route, requireAccount, route } from "./router.ts";
import { present, requireObject } from "./stored-objects.ts";

const drafts = { with_draft: { read: boolean } };
const single: ParamTable = { with_deleted: { read: boolean } };

/** Lists and single reads of campaigns, line items and promoted tweets. */
export function readRoutes(context: Context): Route[] {
  const { campaign_ids, funding_instrument_ids, line_item_ids } = byParent;
  const query = { q: { read: text(255) } };
  return [
    route(
      "GET",
      "/accounts/:account_id/campaigns",
      "core",
      list(context, "campaigns", { campaign_ids, funding_instrument_ids, ...query, ...drafts }),
    ),
    route(
      "GET",
      "/accounts/:account_id/line_items",
      "core",
      list(context, "line_items", {
        line_item_ids,
        campaign_ids,
        funding_instrument_ids,
        ...query,
        ...drafts,
      }),
    ),
    route(
      "GET",
      "/accounts/:account_id/promoted_tweets",
      "core",
      list(context, "promoted_tweets", { promoted_tweet_ids: ids, line_item_ids }),
    ),
    one(context, "campaigns", "campaign_id"),
    one(context, "line_items", "line_item_id"),
    one(context, "promoted_tweets", "promoted_tweet_id"),
  ];
}

function one(context: Context, kind: Kind, idField: string): Route {
  return route("GET", `/accounts/:account_id/${kind}/:${idField}`, "core", (call) => {
    const account = requireAccount(call, context.registry);
    const requestedId = call.path[idField] ?? "";
    const params = parseParams(single, call.rawParams);
    const deleted = context.registry.tables[kind].get(requestedId);
    const row =
      params.with_deleted === true && deleted?.account_id === account.id
        ? deleted
        : requireObject(context, account, kind, requestedId);
    return {
      params: { account_id: account.id, [idField]: requestedId, ...params },
      data: present(context, row),
    };
  });
}

const ownIds: Partial<Record<Kind, string>> = {
  campaigns: "campaign_ids",
  line_items: "line_item_ids",
  promoted_tweets: "promoted_tweet_ids",
};

function list(context: Context, kind: Kind, table: ParamTable): Handler {
  return (call) => {
    const account = requireAccount(call, context.registry);
    const params = parseParams({ ...listParams, ...table }, call.rawParams);
    const rows = context.registry
      .listInAccount(kind, account.id)
      .filter(
        (row) =>
          isRequested(params[ownIds[kind] ?? ""], row.id) &&
          (kind !== "line_items" || isRequested(params.campaign_ids, row.parent_id)) &&
          (kind !== "promoted_tweets" || isRequested(params.line_item_ids, row.parent_id)) &&
          isRequested(params.funding_instrument_ids, account.fundingId) &&
          beginsWith(row.wire.name, params.q) &&
          (params.with_draft === true || row.wire.entity_status !== "DRAFT"),
      )
      .map((row) => ({ presented: present(context, row), isDeleted: isDeleted(context, row) }));
    return paginate(params, account.id, rows);
  };
}

/** Children of a deleted object are not marked as deleted, but lists leave them out by default. */
function isDeleted(context: Context, row: StoredObject): boolean {
  if (row.deleted) return true;
  if (row.kind === "line_items") return !context.registry.find("campaigns", row.parent_id);
  if (row.kind !== "promoted_tweets") return false;
  const lineItem = context.registry.find("line_items", row.parent_id);
  return !lineItem || isDeleted(context, lineItem);
}
