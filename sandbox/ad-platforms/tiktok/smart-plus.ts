import type { Json } from "../shared/field-table.ts";
import { startProblem } from "./adgroup.fields.ts";
import { refuseBelowSpent } from "./campaigns.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { SMART_PLUS_CHILDREN_MAX } from "./facts.ts";
import { AUTOMATION, refuseOutsideSmartPlus } from "./flows.ts";
import { locationProblem } from "./regions.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import {
  checkSmartCampaign,
  checkSmartGroup,
  smartCampaignCreateFields,
  smartCampaignDefaults,
  smartCampaignUpdateFields,
  smartGroupCreateFields,
  smartGroupDefaults,
  smartGroupUpdateFields,
} from "./smart-plus.fields.ts";
import { presentSmartPlus } from "./smart-plus-reads.ts";
import { spentInPeriod } from "./spend.ts";
import {
  checkedBody,
  failIfHalfDone,
  insertObject,
  refuseRepeated,
  requireObject,
  updateObject,
} from "./stored-objects.ts";
import { parseInstant } from "./time.ts";

/**
 * Campaigns and ad groups of Upgraded Smart+ (portal doc 1843301794874370): separate endpoints beside the manual
 * flow.
 */
export function smartPlusRoutes(context: Context): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "POST",
    path: `/smart_plus${path}`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign/create/", (call) => createCampaign(context, call)),
    route("/campaign/update/", (call) => updateCampaign(context, call)),
    route("/adgroup/create/", (call) => createGroup(context, call)),
    route("/adgroup/update/", (call) => updateGroup(context, call)),
  ];
}

export function respondSmartPlus(context: Context, call: Call, row: StoredObject): Json {
  failIfHalfDone(context, call);
  return presentSmartPlus(row, context);
}

export function refuseTooMany(context: Context, level: "adgroups" | "ads", parent: StoredObject): void {
  const activeChildren = context.registry.listChildren(level, parent.id).filter((row) => !row.deleted);
  if (activeChildren.length >= SMART_PLUS_CHILDREN_MAX)
    throw new TikTokError(40502, `At most ${SMART_PLUS_CHILDREN_MAX} ${level} are allowed here`);
}

function createCampaign(context: Context, call: Call): Json {
  const body = checkedBody(call, smartCampaignCreateFields);
  const account = requireAdvertiser(call, body.advertiser_id, context.registry);
  refuseOutsideSmartPlus(account);
  const mark = { campaign_automation_type: AUTOMATION.smartPlus };
  const wire: Json = { ...smartCampaignDefaults, ...body, ...mark };
  const problem = checkSmartCampaign(wire);
  if (problem) throw badParameter(problem);
  refuseRepeated(context, account.id, body.request_id);
  return respondSmartPlus(
    context,
    call,
    insertObject(context, "campaigns", { accountId: account.id, parentId: account.id, wire }),
  );
}

/** Only what is sent changes. */
function updateCampaign(context: Context, call: Call): Json {
  const { advertiser_id, campaign_id, ...change } = checkedBody(call, smartCampaignUpdateFields);
  const campaign = requireObject(context, call, "campaigns", advertiser_id, campaign_id);
  refuseOutsideSmartPlus(requireAdvertiser(call, advertiser_id, context.registry));
  const wire = { ...campaign.wire, ...change };
  const problem = checkSmartCampaign(wire);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(context, campaign));
  return respondSmartPlus(context, call, updateObject(context, campaign, wire));
}

function createGroup(context: Context, call: Call): Json {
  const body = checkedBody(call, smartGroupCreateFields);
  const campaign = requireObject(context, call, "campaigns", body.advertiser_id, body.campaign_id);
  refuseOutsideSmartPlus(requireAdvertiser(call, body.advertiser_id, context.registry));
  refuseTooMany(context, "adgroups", campaign);
  const wire: Json = { ...smartGroupDefaults, ...body };
  const now = context.world.now().getTime();
  const problem = groupProblem(context, wire, campaign) ?? startProblem(wire, now);
  if (problem) throw badParameter(problem);
  if (wire.optimization_goal === "VALUE")
    throw new TikTokError(40118, "The advertiser is not in the allowlist of value-based optimization");
  refuseRepeated(context, campaign.account_id, body.request_id);
  const row = { accountId: campaign.account_id, parentId: campaign.id, wire };
  return respondSmartPlus(context, call, insertObject(context, "adgroups", row));
}

function updateGroup(context: Context, call: Call): Json {
  const { advertiser_id, adgroup_id, ...change } = checkedBody(call, smartGroupUpdateFields);
  const group = requireObject(context, call, "adgroups", advertiser_id, adgroup_id);
  refuseOutsideSmartPlus(requireAdvertiser(call, advertiser_id, context.registry));
  const campaign = requireObject(context, call, "campaigns", advertiser_id, group.parent_id);
  refuseMovedStart(change, group, context.world.now().getTime());
  const wire: Json = { ...group.wire, ...change };
  if (wire.schedule_type === "SCHEDULE_FROM_NOW") delete wire.schedule_end_time;
  const problem = groupProblem(context, wire, campaign, group.id);
  if (problem) throw badParameter(problem);
  return respondSmartPlus(context, call, updateObject(context, group, wire));
}

function groupProblem(context: Context, wire: Json, campaign: StoredObject, ownId?: string): string | null {
  const siblings = context.registry
    .listChildren("adgroups", campaign.id)
    .filter((row) => !row.deleted && row.id !== ownId);
  const { location_ids } = wire.targeting_spec as { location_ids: string[] };
  const related = {
    campaign: campaign.wire,
    pixelId: context.registry.findOwner(campaign.account_id)?.account.pixelId ?? "",
    firstSibling: siblings[0]?.wire,
  };
  return locationProblem(location_ids) ?? checkSmartGroup(wire, related);
}

/** A start in the past stays; a new one is at most twelve hours ago. */
function refuseMovedStart(change: Json, group: StoredObject, now: number): void {
  const requestedStart = change.schedule_start_time;
  if (requestedStart === undefined || requestedStart === group.wire.schedule_start_time) return;
  if ((parseInstant(group.wire.schedule_start_time) ?? 0) < now)
    throw badParameter("schedule_start_time: cannot be updated once it has passed");
  const problem = startProblem(change, now);
  if (problem) throw badParameter(problem);
}
