import { type Json, oneOf } from "../shared/field-table.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { IDS_PER_STATUS_UPDATE, OPERATIONS } from "./facts.ts";
import { failAfterHalf, standing } from "./keep.ts";
import { LEVELS, type Level } from "./present.ts";
import { idsIn } from "./reads.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, bodyOf, type Call, type Route } from "./router.ts";
import { switchOne } from "./switches.ts";

type Asked = { status: string; ids: string[]; accountId: unknown };

/** Starting, pausing and deleting in Smart+: what fails of campaigns and ad groups is told in a list, inside a success. */
export function smartPlusSwitchRoutes(room: Room): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "POST",
    path: `/smart_plus${path}/status/update/`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign", (call) => switchEach(room, call, "campaigns", "campaign_list")),
    route("/adgroup", (call) => switchEach(room, call, "adgroups", "adgroup_list")),
    route("/ad", (call) => switchAds(room, call)),
  ];
}

function switchEach(room: Room, call: Call, level: Level, list: string): Json {
  const { ids, id } = LEVELS[level];
  const asked = askedIn(room, call, ids);
  const done: Json[] = [];
  const error_list: Json[] = [];
  for (const each of asked.ids) {
    try {
      switchOne(room, standing(room, call, level, asked.accountId, each), asked.status);
      done.push({ [id]: each, status: asked.status });
    } catch (error) {
      if (!(error instanceof TikTokError)) throw error;
      error_list.push({ [id]: each, error_message: error.message });
    }
  }
  failAfterHalf(room, call);
  return { [list]: done, error_list };
}

function switchAds(room: Room, call: Call): Json {
  const asked = askedIn(room, call, "smart_plus_ad_ids");
  const rows = asked.ids.map((each): Kept => standing(room, call, "ads", asked.accountId, each));
  for (const row of rows) switchOne(room, row, asked.status);
  failAfterHalf(room, call);
  return { smart_plus_ad_ids: asked.ids, status: asked.status };
}

function askedIn(room: Room, call: Call, field: string): Asked {
  const body = bodyOf(call);
  const known = ["advertiser_id", field, "operation_status"];
  const strange = Object.keys(body).find((name) => !known.includes(name));
  if (strange) throw badParameter(`${strange}: Unknown field`);
  advertiserIn(call, body.advertiser_id, room.registry);
  const problem = oneOf(OPERATIONS)(body.operation_status, "operation_status");
  if (problem) throw badParameter(problem);
  const ids = idsIn(body[field], field, IDS_PER_STATUS_UPDATE);
  return { status: String(body.operation_status), ids, accountId: body.advertiser_id };
}
