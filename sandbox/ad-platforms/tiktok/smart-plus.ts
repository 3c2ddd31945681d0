import type { Json } from "../shared/field-table.ts";
import { startProblem } from "./adgroup.fields.ts";
import { refuseBelowSpent } from "./campaigns.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { SMART_PLUS_CHILDREN_MAX } from "./facts.ts";
import { AUTOMATION, refuseOutsideSmartPlus } from "./flows.ts";
import { checkedBody, failAfterHalf, keepChanged, keepNew, refuseRepeated, standing } from "./keep.ts";
import { locationProblem } from "./regions.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import {
  smartCampaignAgrees,
  smartCampaignCreateFields,
  smartCampaignDefaults,
  smartCampaignUpdateFields,
  smartGroupAgrees,
  smartGroupCreateFields,
  smartGroupDefaults,
  smartGroupUpdateFields,
} from "./smart-plus.fields.ts";
import { showSmartPlus } from "./smart-plus-reads.ts";
import { spentInPeriod } from "./spent.ts";
import { instantOf } from "./time.ts";

/** Campaigns and ad groups of Upgraded Smart+ (portal doc 1843301794874370): endpoints of their own beside the manual flow. */
export function smartPlusRoutes(room: Room): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "POST",
    path: `/smart_plus${path}`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign/create/", (call) => createCampaign(room, call)),
    route("/campaign/update/", (call) => updateCampaign(room, call)),
    route("/adgroup/create/", (call) => createGroup(room, call)),
    route("/adgroup/update/", (call) => updateGroup(room, call)),
  ];
}

export function answerSmart(room: Room, call: Call, row: Kept): Json {
  failAfterHalf(room, call);
  return showSmartPlus(row, room);
}

export function refuseTooMany(room: Room, level: "adgroups" | "ads", parent: Kept): void {
  const alive = room.registry.childrenOf(level, parent.id).filter((row) => !row.deleted);
  if (alive.length >= SMART_PLUS_CHILDREN_MAX)
    throw new TikTokError(40502, `At most ${SMART_PLUS_CHILDREN_MAX} ${level} are allowed here`);
}

function createCampaign(room: Room, call: Call): Json {
  const body = checkedBody(call, smartCampaignCreateFields);
  const account = advertiserIn(call, body.advertiser_id, room.registry);
  refuseOutsideSmartPlus(account);
  const mark = { campaign_automation_type: AUTOMATION.smartPlus };
  const wire: Json = { ...smartCampaignDefaults, ...body, ...mark };
  const problem = smartCampaignAgrees(wire);
  if (problem) throw badParameter(problem);
  refuseRepeated(room, account.id, body.request_id);
  return answerSmart(
    room,
    call,
    keepNew(room, "campaigns", { accountId: account.id, parentId: account.id, wire }),
  );
}

/** Only what is sent changes. */
function updateCampaign(room: Room, call: Call): Json {
  const { advertiser_id, campaign_id, ...change } = checkedBody(call, smartCampaignUpdateFields);
  const campaign = standing(room, call, "campaigns", advertiser_id, campaign_id);
  refuseOutsideSmartPlus(advertiserIn(call, advertiser_id, room.registry));
  const wire = { ...campaign.wire, ...change };
  const problem = smartCampaignAgrees(wire);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(room, campaign));
  return answerSmart(room, call, keepChanged(room, campaign, wire));
}

function createGroup(room: Room, call: Call): Json {
  const body = checkedBody(call, smartGroupCreateFields);
  const campaign = standing(room, call, "campaigns", body.advertiser_id, body.campaign_id);
  refuseOutsideSmartPlus(advertiserIn(call, body.advertiser_id, room.registry));
  refuseTooMany(room, "adgroups", campaign);
  const wire: Json = { ...smartGroupDefaults, ...body };
  const now = room.world.now().getTime();
  const problem = groupProblem(room, wire, campaign) ?? startProblem(wire, now);
  if (problem) throw badParameter(problem);
  if (wire.optimization_goal === "VALUE")
    throw new TikTokError(40118, "The advertiser is not in the allowlist of value-based optimization");
  refuseRepeated(room, campaign.account_id, body.request_id);
  const row = { accountId: campaign.account_id, parentId: campaign.id, wire };
  return answerSmart(room, call, keepNew(room, "adgroups", row));
}

function updateGroup(room: Room, call: Call): Json {
  const { advertiser_id, adgroup_id, ...change } = checkedBody(call, smartGroupUpdateFields);
  const group = standing(room, call, "adgroups", advertiser_id, adgroup_id);
  refuseOutsideSmartPlus(advertiserIn(call, advertiser_id, room.registry));
  const campaign = standing(room, call, "campaigns", advertiser_id, group.parent_id);
  refuseMovedStart(change, group, room.world.now().getTime());
  const wire: Json = { ...group.wire, ...change };
  if (wire.schedule_type === "SCHEDULE_FROM_NOW") delete wire.schedule_end_time;
  const problem = groupProblem(room, wire, campaign, group.id);
  if (problem) throw badParameter(problem);
  return answerSmart(room, call, keepChanged(room, group, wire));
}

function groupProblem(room: Room, wire: Json, campaign: Kept, ownId?: string): string | null {
  const siblings = room.registry
    .childrenOf("adgroups", campaign.id)
    .filter((row) => !row.deleted && row.id !== ownId);
  const { location_ids } = wire.targeting_spec as { location_ids: string[] };
  const around = {
    campaign: campaign.wire,
    pixelId: room.registry.ownerOf(campaign.account_id)?.account.pixelId ?? "",
    firstSibling: siblings[0]?.wire,
  };
  return locationProblem(location_ids) ?? smartGroupAgrees(wire, around);
}

/** A start that has passed stays; a new one lies at most twelve hours back. */
function refuseMovedStart(change: Json, group: Kept, now: number): void {
  const wished = change.schedule_start_time;
  if (wished === undefined || wished === group.wire.schedule_start_time) return;
  if ((instantOf(group.wire.schedule_start_time) ?? 0) < now)
    throw badParameter("schedule_start_time: cannot be updated once it has passed");
  const problem = startProblem(change, now);
  if (problem) throw badParameter(problem);
}
