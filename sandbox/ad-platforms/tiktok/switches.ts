import { type Json, oneOf } from "../shared/field-table.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { IDS_PER_STATUS_UPDATE, OPERATIONS } from "./facts.ts";
import { isHalfDone, keepChanged, standing } from "./keep.ts";
import { LEVELS, type Level } from "./present.ts";
import { idsIn } from "./reads.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, bodyOf, type Call, type Route } from "./router.ts";

/** Starting, pausing and deleting, for up to twenty objects at once. */
export function switchRoutes(room: Room): Route[] {
  const route = (path: string, level: Level): Route => ({
    method: "POST",
    path,
    scope: "ads",
    handle: (call) => switchAll(room, call, level),
  });
  return [
    route("/campaign/status/update/", "campaigns"),
    route("/adgroup/status/update/", "adgroups"),
    route("/ad/status/update/", "ads"),
  ];
}

/** What is deleted stays so: asking for it once more is refused, and nothing of the call is done. */
function switchAll(room: Room, call: Call, level: Level): Json {
  const body = bodyOf(call);
  const { ids: field, id } = LEVELS[level];
  const known = ["advertiser_id", field, "operation_status"];
  const strange = Object.keys(body).find((name) => !known.includes(name));
  if (strange) throw badParameter(`${strange}: Unknown field`);
  advertiserIn(call, body.advertiser_id, room.registry);
  const problem = oneOf(OPERATIONS)(body.operation_status, "operation_status");
  if (problem) throw badParameter(problem);
  const rows = idsIn(body[field], field, IDS_PER_STATUS_UPDATE).map((each) =>
    standing(room, call, level, body.advertiser_id, each),
  );
  const half = isHalfDone(room, call);
  for (const row of rows.slice(0, half ? Math.ceil(rows.length / 2) : rows.length))
    switchOne(room, row, String(body.operation_status));
  if (half) throw new TikTokError(50000, "System error");
  const status = body.operation_status;
  const list = level === "campaigns" ? { campaign_list: rows.map((row) => ({ [id]: row.id, status })) } : {};
  return { [field]: rows.map((row) => row.id), status, ...list };
}

export function switchOne(room: Room, row: Kept, operation: string): void {
  const wire = { ...row.wire, operation_status: operation };
  if (operation !== "DELETE") keepChanged(room, row, wire);
  else keepChanged(room, row, { ...row.wire, operation_status: "DELETE" }, { deleted: true });
}
