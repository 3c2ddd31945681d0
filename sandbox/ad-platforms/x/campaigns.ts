import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, missing, notFound, XError } from "./errors.ts";
import {
  CAMPAIGN_NAME_MAX,
  CAMPAIGNS_MAX,
  ENTITY_STATUSES,
  PURCHASE_ORDER_MAX,
  UPDATE_STATUSES,
} from "./facts.ts";
import { boolean, id, micro, oneOf, type ParamTable, parseParams, type RawParams, text } from "./params.ts";
import type { StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";
import { insertObject, markDeleted, requireObject, updateObject } from "./stored-objects.ts";

/** docs.x.com, X Ads API, Campaigns: POST. */
export const campaignParams: ParamTable = {
  funding_instrument_id: { read: id, required: true },
  name: { read: text(CAMPAIGN_NAME_MAX), required: true },
  budget_optimization: { read: oneOf(["LINE_ITEM"]) },
  daily_budget_amount_local_micro: { read: micro },
  total_budget_amount_local_micro: { read: micro },
  entity_status: { read: oneOf(ENTITY_STATUSES) },
  purchase_order_number: { read: text(PURCHASE_ORDER_MAX) },
  standard_delivery: { read: boolean },
};
const { funding_instrument_id: _fixed, ...changeable } = campaignParams;
/** PUT: the funding instrument cannot change. */
export const campaignChanges: ParamTable = {
  ...changeable,
  name: { read: text(CAMPAIGN_NAME_MAX) },
  entity_status: { read: oneOf(UPDATE_STATUSES) },
};

const defaults: Json = {
  budget_optimization: "LINE_ITEM",
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  entity_status: "ACTIVE",
  purchase_order_number: null,
  standard_delivery: true,
  duration_in_days: null,
  frequency_cap: null,
};

export function createCampaign(
  context: Context,
  account: DemoAccount,
  rawParams: RawParams,
): { row: StoredObject; params: Json } {
  const params = parseParams(campaignParams, rawParams);
  if (params.funding_instrument_id !== account.fundingId)
    throw notFound("Funding Instrument", String(params.funding_instrument_id));
  const wire = { ...defaults, ...params, currency: account.currency };
  checkCampaign(wire);
  checkCampaignLimit(context, account, wire);
  return { row: insertObject(context, { account, kind: "campaigns", parentId: account.id, wire }), params };
}

export function updateCampaign(
  context: Context,
  account: DemoAccount,
  campaignId: string,
  rawParams: RawParams,
) {
  const row = requireObject(context, account, "campaigns", campaignId);
  const params = parseParams(campaignChanges, rawParams, { update: true });
  checkCampaign({ ...row.wire, ...params });
  if (row.wire.entity_status !== "ACTIVE") checkCampaignLimit(context, account, params);
  return { row: updateObject(context, row, params), params: { campaign_id: campaignId, ...params } };
}

export function deleteCampaign(context: Context, account: DemoAccount, campaignId: string) {
  const row = markDeleted(context, requireObject(context, account, "campaigns", campaignId));
  return { row, params: { campaign_id: campaignId } };
}

/** A campaign must keep a name. A card is charged daily: it needs a daily budget, never above the total one. */
function checkCampaign(wire: Json): void {
  if (typeof wire.name !== "string") throw new XError(400, missing("name"));
  const daily = wire.daily_budget_amount_local_micro;
  const total = wire.total_budget_amount_local_micro;
  if (typeof daily !== "number") throw new XError(400, missing("daily_budget_amount_local_micro"));
  if (typeof total === "number" && daily > total)
    throw invalid("daily_budget_amount_local_micro", "The daily budget is above the total budget", daily);
}

function checkCampaignLimit(context: Context, account: DemoAccount, wire: Json): void {
  if (wire.entity_status !== "ACTIVE") return;
  const active = context.registry
    .listInAccount("campaigns", account.id)
    .filter((row) => !row.deleted && row.wire.entity_status === "ACTIVE");
  if (active.length >= CAMPAIGNS_MAX)
    throw new XError(400, {
      code: "TOO_MANY_CAMPAIGNS",
      message: `At most ${CAMPAIGNS_MAX} campaigns may be active`,
    });
}
