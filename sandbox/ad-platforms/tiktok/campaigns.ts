import type { Json } from "../shared/field-table.ts";
import {
  campaignCreateFields,
  campaignDefaults,
  campaignUpdateFields,
  checkCampaign,
} from "./campaign.fields.ts";
import { badParameter } from "./errors.ts";
import { BUDGET_OVER_SPENT } from "./facts.ts";
import { refuseClosedFlow } from "./flows.ts";
import type { Context } from "./registry.ts";
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

export function campaignRoutes(context: Context): Route[] {
  return [
    { method: "POST", path: "/campaign/create/", scope: "ads", handle: (call) => create(context, call) },
    { method: "POST", path: "/campaign/update/", scope: "ads", handle: (call) => update(context, call) },
  ];
}

function create(context: Context, call: Call): Json {
  const body = checkedBody(call, campaignCreateFields);
  const account = requireAdvertiser(call, body.advertiser_id, context.registry);
  const wire: Json = { ...campaignDefaults, ...body };
  if (wire.budget_mode === "BUDGET_MODE_INFINITE") wire.budget = 0;
  refuseClosedFlow(context, account, wire.objective_type);
  const problem = checkCampaign(wire);
  if (problem) throw badParameter(problem);
  refuseRepeated(context, account.id, body.request_id);
  refuseDuplicateName(context, "campaigns", account.id, wire.campaign_name);
  return respond(
    context,
    call,
    insertObject(context, "campaigns", { accountId: account.id, parentId: account.id, wire }),
  );
}

/** Name and budget can change; objective and budget mode cannot. */
function update(context: Context, call: Call): Json {
  const { advertiser_id, campaign_id, ...change } = checkedBody(call, campaignUpdateFields);
  const campaign = requireObject(context, call, "campaigns", advertiser_id, campaign_id);
  if (change.budget !== undefined && campaign.wire.budget_mode === "BUDGET_MODE_INFINITE")
    throw badParameter("budget: the campaign has no budget of its own");
  const wire = { ...campaign.wire, ...change };
  const problem = checkCampaign(wire);
  if (problem) throw badParameter(problem);
  if (change.budget !== undefined) refuseBelowSpent(Number(change.budget), spentInPeriod(context, campaign));
  refuseDuplicateName(context, "campaigns", campaign.account_id, wire.campaign_name, campaign.id);
  return respond(context, call, updateObject(context, campaign, wire));
}

export function refuseBelowSpent(budget: number, spent: number): void {
  if (spent > 0 && budget < spent * BUDGET_OVER_SPENT)
    throw badParameter("budget: the new budget should be at least 105% of the current spend");
}
