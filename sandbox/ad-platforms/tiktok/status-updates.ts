import { type Json, oneOf } from "../shared/field-table.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { IDS_PER_STATUS_UPDATE, OPERATIONS } from "./facts.ts";
import { LEVELS, type Level } from "./present.ts";
import { parseIds } from "./reads.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser, requireBody } from "./router.ts";
import { isHalfDone, requireObject, updateObject } from "./stored-objects.ts";

/** Enabling, pausing and deleting, for up to twenty objects at once. */
export function statusUpdateRoutes(context: Context): Route[] {
  const route = (path: string, level: Level): Route => ({
    method: "POST",
    path,
    scope: "ads",
    handle: (call) => updateStatuses(context, call, level),
  });
  return [
    route("/campaign/status/update/", "campaigns"),
    route("/adgroup/status/update/", "adgroups"),
    route("/ad/status/update/", "ads"),
  ];
}

/** A deletion is final: deleting again is refused, and the whole call changes nothing. */
function updateStatuses(context: Context, call: Call, level: Level): Json {
  const body = requireBody(call);
  const { ids: field, id } = LEVELS[level];
  const known = ["advertiser_id", field, "operation_status"];
  const unexpected = Object.keys(body).find((name) => !known.includes(name));
  if (unexpected) throw badParameter(`${unexpected}: Unknown field`);
  requireAdvertiser(call, body.advertiser_id, context.registry);
  const problem = oneOf(OPERATIONS)(body.operation_status, "operation_status");
  if (problem) throw badParameter(problem);
  const rows = parseIds(body[field], field, IDS_PER_STATUS_UPDATE).map((each) =>
    requireObject(context, call, level, body.advertiser_id, each),
  );
  const half = isHalfDone(context, call);
  for (const row of rows.slice(0, half ? Math.ceil(rows.length / 2) : rows.length))
    updateStatus(context, row, String(body.operation_status));
  if (half) throw new TikTokError(50000, "System error");
  const status = body.operation_status;
  const list = level === "campaigns" ? { campaign_list: rows.map((row) => ({ [id]: row.id, status })) } : {};
  return { [field]: rows.map((row) => row.id), status, ...list };
}

export function updateStatus(context: Context, row: StoredObject, operation: string): void {
  const wire = { ...row.wire, operation_status: operation };
  if (operation !== "DELETE") updateObject(context, row, wire);
  else updateObject(context, row, { ...row.wire, operation_status: "DELETE" }, { deleted: true });
}
