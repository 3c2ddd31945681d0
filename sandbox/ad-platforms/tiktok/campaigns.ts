import type { Json } from "../shared/field-table.ts";
import {
  campaignAgrees,
  campaignCreateFields,
  campaignDefaults,
  campaignUpdateFields,
} from "./campaign.fields.ts";
import { badParameter } from "./errors.ts";
import { BUDGET_OVER_SPENT } from "./facts.ts";
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
import type { Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { spentInPeriod } from "./spent.ts";

export function campaignRoutes(room: Room): Route[] {
  return [
    { method: "POST", path: "/campaign/create/", scope: "ads", handle: (call) => create(room, call) },
    { method: "POST", path: "/campaign/update/", scope: "ads", handle: (call) => update(room, call) },
  ];
}

function create(room: Room, call: Call): Json {
  const body = checkedBody(call, campaignCreateFields);
  const account = advertiserIn(call, body.advertiser_id, room.registry);
  const wire: Json = { ...campaignDefaults, ...body };
  if (wire.budget_mode === "BUDGET_MODE_INFINITE") wire.budget = 0;
  refuseClosedFlow(room, account, wire.objective_type);
  const problem = campaignAgrees(wire);
  if (problem) throw badParameter(problem);
  refuseRepeated(room, account.id, body.request_id);
  refuseTakenName(room, "campaigns", account.id, wire.campaign_name);
  return answer(
    room,
    call,
    keepNew(room, "campaigns", { accountId: account.id, parentId: account.id, wire }),
  );
}

/** Name and budget change; objective and the kind of budget stay as they were made. */
function update(room: Room, call: Call): Json {
  const { advertiser_id, campaign_id, ...change } = checkedBody(call, campaignUpdateFields);
  const campaign = standing(room, call, "campaigns", advertiser_id, campaign_id);
  if (change.budget !== undefined && campaign.wire.budget_mode === "BUDGET_MODE_INFINITE")
    throw badParameter("budget: the campaign has no budget of its own");
  const wire = { ...campaign.wire, ...change };
  const problem = campaignAgrees(wire);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(room, campaign));
  refuseTakenName(room, "campaigns", campaign.account_id, wire.campaign_name, campaign.id);
  return answer(room, call, keepChanged(room, campaign, wire));
}

export function refuseBelowSpent(budget: number, spent: number): void {
  if (spent > 0 && budget < spent * BUDGET_OVER_SPENT)
    throw badParameter("budget: the new budget should be at least 105% of the current spend");
}
