import type { Json } from "../shared/field-table.ts";
import {
  type Around,
  adgroupAgrees,
  adgroupCreateFields,
  adgroupDefaults,
  adgroupUpdateFields,
  audienceFields,
  startProblem,
} from "./adgroup.fields.ts";
import { refuseBelowSpent } from "./campaigns.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { refuseClosedFlow } from "./flows.ts";
import {
  answer,
  checkedBody,
  keepChanged,
  keepNew,
  refuseRepeated,
  refuseTakenName,
  standing,
} from "./keep.ts";
import { locationProblem } from "./regions.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { spentInPeriod } from "./spent.ts";
import { instantOf } from "./time.ts";

export function adgroupRoutes(room: Room): Route[] {
  return [
    { method: "POST", path: "/adgroup/create/", scope: "ads", handle: (call) => create(room, call) },
    { method: "POST", path: "/adgroup/update/", scope: "ads", handle: (call) => update(room, call) },
  ];
}

function create(room: Room, call: Call): Json {
  const body = checkedBody(call, adgroupCreateFields);
  const campaign = standing(room, call, "campaigns", body.advertiser_id, body.campaign_id);
  refuseClosedFlow(
    room,
    advertiserIn(call, campaign.account_id, room.registry),
    campaign.wire.objective_type,
  );
  const around = aroundOf(room, campaign);
  const isPooled = Boolean(campaign.wire.budget_optimize_on);
  const wire: Json = {
    ...adgroupDefaults,
    ...body,
    // Under one optimized campaign budget these are ignored.
    ...(isPooled ? { budget_mode: "BUDGET_MODE_INFINITE", budget: 0, pacing: "PACING_MODE_SMOOTH" } : {}),
  };
  const problem = agrees(wire, around) ?? startProblem(wire, around.now);
  if (problem) throw badParameter(problem);
  if (wire.optimization_goal === "VALUE")
    throw new TikTokError(40118, "The advertiser is not in the allowlist of value-based optimization");
  refuseRepeated(room, campaign.account_id, body.request_id);
  refuseTakenName(room, "adgroups", campaign.id, wire.adgroup_name);
  const row = { accountId: campaign.account_id, parentId: campaign.id, wire };
  return answer(room, call, keepNew(room, "adgroups", row));
}

/** The update replaces: an audience field that is left out is not wished any more (portal doc 1739586761631745). */
function update(room: Room, call: Call): Json {
  const { advertiser_id, adgroup_id, ...change } = checkedBody(call, adgroupUpdateFields);
  const group = standing(room, call, "adgroups", advertiser_id, adgroup_id);
  const campaign = standing(room, call, "campaigns", advertiser_id, group.parent_id);
  const around = aroundOf(room, campaign, group.id);
  refuseFixed(change, group, campaign, around.now);
  const replaced = Object.keys(audienceFields).filter((field) => change[field] === undefined);
  const kept = Object.fromEntries(Object.entries(group.wire).filter(([field]) => !replaced.includes(field)));
  const bids = { bid_price: undefined, conversion_bid_price: undefined };
  const wire: Json = { ...adgroupDefaults, ...kept, ...(change.bid_type ? bids : {}), ...change };
  if (wire.schedule_type === "SCHEDULE_FROM_NOW") delete wire.schedule_end_time;
  const problem = agrees(wire, around);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(room, group));
  refuseTakenName(room, "adgroups", campaign.id, wire.adgroup_name, group.id);
  return answer(room, call, keepChanged(room, group, wire));
}

function agrees(wire: Json, around: Around): string | null {
  return locationProblem(wire.location_ids as string[]) ?? adgroupAgrees(wire, around);
}

function aroundOf({ registry, world }: Room, campaign: Kept, ownId?: string): Around {
  const siblings = registry
    .childrenOf("adgroups", campaign.id)
    .filter((row) => !row.deleted && row.id !== ownId);
  return {
    campaign: campaign.wire,
    pixelId: registry.ownerOf(campaign.account_id)?.account.pixelId ?? "",
    firstSibling: siblings[0]?.wire,
    now: world.now().getTime(),
  };
}

/** What cannot change any more: a start that has passed, and what an optimized campaign budget holds together. */
function refuseFixed(change: Json, group: Kept, campaign: Kept, now: number): void {
  const start = instantOf(group.wire.schedule_start_time) ?? 0;
  const wished = change.schedule_start_time;
  if (change.schedule_type !== undefined && wished === undefined)
    throw badParameter("schedule_start_time: Missing data for required field");
  if (wished !== undefined && wished !== group.wire.schedule_start_time) {
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
