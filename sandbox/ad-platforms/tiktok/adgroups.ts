import type { Json } from "../shared/field-table.ts";
import {
  adgroupCreateFields,
  adgroupDefaults,
  adgroupUpdateFields,
  audienceFields,
  checkAdgroup,
  type RelatedState,
  startProblem,
} from "./adgroup.fields.ts";
import { refuseBelowSpent } from "./campaigns.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { refuseClosedFlow } from "./flows.ts";
import { locationProblem } from "./regions.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { spentInPeriod } from "./spend.ts";
import {
  checkedBody,
  insertObject,
  refuseDuplicateName,
  refuseRepeated,
  requireObject,
  respond,
  updateObject,
} from "./stored-objects.ts";
import { parseInstant } from "./time.ts";

export function adgroupRoutes(context: Context): Route[] {
  return [
    { method: "POST", path: "/adgroup/create/", scope: "ads", handle: (call) => create(context, call) },
    { method: "POST", path: "/adgroup/update/", scope: "ads", handle: (call) => update(context, call) },
  ];
}

function create(context: Context, call: Call): Json {
  const body = checkedBody(call, adgroupCreateFields);
  const campaign = requireObject(context, call, "campaigns", body.advertiser_id, body.campaign_id);
  refuseClosedFlow(
    context,
    requireAdvertiser(call, campaign.account_id, context.registry),
    campaign.wire.objective_type,
  );
  const related = loadRelated(context, campaign);
  const isPooled = Boolean(campaign.wire.budget_optimize_on);
  const wire: Json = {
    ...adgroupDefaults,
    ...body,
    // Under one optimized campaign budget these are ignored.
    ...(isPooled ? { budget_mode: "BUDGET_MODE_INFINITE", budget: 0, pacing: "PACING_MODE_SMOOTH" } : {}),
  };
  const problem = checkAgreement(wire, related) ?? startProblem(wire, related.now);
  if (problem) throw badParameter(problem);
  if (wire.optimization_goal === "VALUE")
    throw new TikTokError(40118, "The advertiser is not in the allowlist of value-based optimization");
  refuseRepeated(context, campaign.account_id, body.request_id);
  refuseDuplicateName(context, "adgroups", campaign.id, wire.adgroup_name);
  const row = { accountId: campaign.account_id, parentId: campaign.id, wire };
  return respond(context, call, insertObject(context, "adgroups", row));
}

/** The update replaces: an audience field that is left out is cleared (portal doc 1739586761631745). */
function update(context: Context, call: Call): Json {
  const { advertiser_id, adgroup_id, ...change } = checkedBody(call, adgroupUpdateFields);
  const group = requireObject(context, call, "adgroups", advertiser_id, adgroup_id);
  const campaign = requireObject(context, call, "campaigns", advertiser_id, group.parent_id);
  const related = loadRelated(context, campaign, group.id);
  refuseFixed(change, group, campaign, related.now);
  const replaced = Object.keys(audienceFields).filter((field) => change[field] === undefined);
  const unchanged = Object.fromEntries(
    Object.entries(group.wire).filter(([field]) => !replaced.includes(field)),
  );
  const bids = { bid_price: undefined, conversion_bid_price: undefined };
  const wire: Json = { ...adgroupDefaults, ...unchanged, ...(change.bid_type ? bids : {}), ...change };
  if (wire.schedule_type === "SCHEDULE_FROM_NOW") delete wire.schedule_end_time;
  const problem = checkAgreement(wire, related);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(context, group));
  refuseDuplicateName(context, "adgroups", campaign.id, wire.adgroup_name, group.id);
  return respond(context, call, updateObject(context, group, wire));
}

function checkAgreement(wire: Json, related: RelatedState): string | null {
  return locationProblem(wire.location_ids as string[]) ?? checkAdgroup(wire, related);
}

function loadRelated({ registry, world }: Context, campaign: StoredObject, ownId?: string): RelatedState {
  const siblings = registry
    .listChildren("adgroups", campaign.id)
    .filter((row) => !row.deleted && row.id !== ownId);
  return {
    campaign: campaign.wire,
    pixelId: registry.findOwner(campaign.account_id)?.account.pixelId ?? "",
    firstSibling: siblings[0]?.wire,
    now: world.now().getTime(),
  };
}

/** The fields that can no longer change: a start in the past, and what an optimized campaign budget requires. */
function refuseFixed(change: Json, group: StoredObject, campaign: StoredObject, now: number): void {
  const start = parseInstant(group.wire.schedule_start_time) ?? 0;
  const requestedStart = change.schedule_start_time;
  if (change.schedule_type !== undefined && requestedStart === undefined)
    throw badParameter("schedule_start_time: Missing data for required field");
  if (requestedStart !== undefined && requestedStart !== group.wire.schedule_start_time) {
    if (start < now) throw badParameter("schedule_start_time: cannot be updated once it has passed");
    const problem = startProblem(change, now);
    if (problem) throw badParameter(problem);
  }
  if (!campaign.wire.budget_optimize_on) return;
  if (change.budget !== undefined)
    throw badParameter("budget: cannot be updated when budget_optimize_on is true");
  if (change.bid_type !== undefined && change.bid_type !== group.wire.bid_type)
    throw badParameter("bid_type: cannot be updated when budget_optimize_on is true");
}
