import { type Json, oneOf } from "../shared/field-table.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { IDS_PER_STATUS_UPDATE, OPERATIONS } from "./facts.ts";
import { LEVELS, type Level } from "./present.ts";
import { parseIds } from "./reads.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser, requireBody } from "./router.ts";
import { updateStatus } from "./status-updates.ts";
import { failIfHalfDone, requireObject } from "./stored-objects.ts";

type StatusUpdate = { status: string; ids: string[]; accountId: unknown };

/** Enabling, pausing and deleting in Smart+: failures of campaigns and ad groups are in a list, inside a success. */
export function smartPlusStatusRoutes(context: Context): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "POST",
    path: `/smart_plus${path}/status/update/`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign", (call) => updateEachStatus(context, call, "campaigns", "campaign_list")),
    route("/adgroup", (call) => updateEachStatus(context, call, "adgroups", "adgroup_list")),
    route("/ad", (call) => updateAdStatuses(context, call)),
  ];
}

function updateEachStatus(context: Context, call: Call, level: Level, list: string): Json {
  const { ids, id } = LEVELS[level];
  const update = parseStatusUpdate(context, call, ids);
  const updated: Json[] = [];
  const error_list: Json[] = [];
  for (const each of update.ids) {
    try {
      updateStatus(context, requireObject(context, call, level, update.accountId, each), update.status);
      updated.push({ [id]: each, status: update.status });
    } catch (error) {
      if (!(error instanceof TikTokError)) throw error;
      error_list.push({ [id]: each, error_message: error.message });
    }
  }
  failIfHalfDone(context, call);
  return { [list]: updated, error_list };
}

function updateAdStatuses(context: Context, call: Call): Json {
  const update = parseStatusUpdate(context, call, "smart_plus_ad_ids");
  const rows = update.ids.map(
    (each): StoredObject => requireObject(context, call, "ads", update.accountId, each),
  );
  for (const row of rows) updateStatus(context, row, update.status);
  failIfHalfDone(context, call);
  return { smart_plus_ad_ids: update.ids, status: update.status };
}

function parseStatusUpdate(context: Context, call: Call, field: string): StatusUpdate {
  const body = requireBody(call);
  const known = ["advertiser_id", field, "operation_status"];
  const unexpected = Object.keys(body).find((name) => !known.includes(name));
  if (unexpected) throw badParameter(`${unexpected}: Unknown field`);
  requireAdvertiser(call, body.advertiser_id, context.registry);
  const problem = oneOf(OPERATIONS)(body.operation_status, "operation_status");
  if (problem) throw badParameter(problem);
  const ids = parseIds(body[field], field, IDS_PER_STATUS_UPDATE);
  return { status: String(body.operation_status), ids, accountId: body.advertiser_id };
}
