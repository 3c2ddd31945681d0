import { byParent } from "./accounts.ts";
import { objectIn, show } from "./keep.ts";
import { beginsWith, ids, isAsked, listParams, pageOf } from "./lists.ts";
import { boolean, type ParamTable, readParams, text } from "./params.ts";
import type { Kept, Kind } from "./registry.ts";
import { accountFor, type Handler, type Room, type Route, route } from "./router.ts";

const drafts = { with_draft: { read: boolean } };
const single: ParamTable = { with_deleted: { read: boolean } };

/** Lists and single reads of campaigns, line items and promoted tweets. */
export function readRoutes(room: Room): Route[] {
  const { campaign_ids, funding_instrument_ids, line_item_ids } = byParent;
  const query = { q: { read: text(255) } };
  return [
    route(
      "GET",
      "/accounts/:account_id/campaigns",
      "core",
      list(room, "campaigns", { campaign_ids, funding_instrument_ids, ...query, ...drafts }),
    ),
    route(
      "GET",
      "/accounts/:account_id/line_items",
      "core",
      list(room, "line_items", { line_item_ids, campaign_ids, funding_instrument_ids, ...query, ...drafts }),
    ),
    route(
      "GET",
      "/accounts/:account_id/promoted_tweets",
      "core",
      list(room, "promoted_tweets", { promoted_tweet_ids: ids, line_item_ids }),
    ),
    one(room, "campaigns", "campaign_id"),
    one(room, "line_items", "line_item_id"),
    one(room, "promoted_tweets", "promoted_tweet_id"),
  ];
}

function one(room: Room, kind: Kind, idField: string): Route {
  return route("GET", `/accounts/:account_id/${kind}/:${idField}`, "core", (call) => {
    const account = accountFor(call, room.registry);
    const asked = call.path[idField] ?? "";
    const params = readParams(single, call.given);
    const deleted = room.registry.tables[kind].get(asked);
    const row =
      params.with_deleted === true && deleted?.account_id === account.id
        ? deleted
        : objectIn(room, account, kind, asked);
    return { params: { account_id: account.id, [idField]: asked, ...params }, data: show(room, row) };
  });
}

const ownIds: Partial<Record<Kind, string>> = {
  campaigns: "campaign_ids",
  line_items: "line_item_ids",
  promoted_tweets: "promoted_tweet_ids",
};

function list(room: Room, kind: Kind, table: ParamTable): Handler {
  return (call) => {
    const account = accountFor(call, room.registry);
    const params = readParams({ ...listParams, ...table }, call.given);
    const rows = room.registry
      .inAccount(kind, account.id)
      .filter(
        (row) =>
          isAsked(params[ownIds[kind] ?? ""], row.id) &&
          (kind !== "line_items" || isAsked(params.campaign_ids, row.parent_id)) &&
          (kind !== "promoted_tweets" || isAsked(params.line_item_ids, row.parent_id)) &&
          isAsked(params.funding_instrument_ids, account.fundingId) &&
          beginsWith(row.wire.name, params.q) &&
          (params.with_draft === true || row.wire.entity_status !== "DRAFT"),
      )
      .map((row) => ({ shown: show(room, row), isGone: isGone(room, row) }));
    return pageOf(params, account.id, rows);
  };
}

/** What stands below something deleted is not marked as deleted, but no list shows it any more unless it is asked for. */
function isGone(room: Room, row: Kept): boolean {
  if (row.deleted) return true;
  if (row.kind === "line_items") return !room.registry.find("campaigns", row.parent_id);
  if (row.kind !== "promoted_tweets") return false;
  const lineItem = room.registry.find("line_items", row.parent_id);
  return !lineItem || isGone(room, lineItem);
}
