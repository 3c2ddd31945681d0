import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, missing, XError } from "./errors.ts";
import {
  ALL_GOALS,
  BID_RULES,
  BID_STRATEGIES,
  CAMPAIGN_NAME_MAX,
  ENTITY_STATUSES,
  EXPANSIONS,
  GOALS,
  LINE_ITEMS_MAX,
  NO_MAX_BID,
  OBJECTIVES,
  PAY_BY,
  PLACEMENTS,
  PRODUCT_TYPES,
  TARGET_BID,
  UPDATE_STATUSES,
} from "./facts.ts";
import {
  boolean,
  id,
  integer,
  listOf,
  micro,
  oneOf,
  type ParamTable,
  parseParams,
  type RawParams,
  text,
  time,
} from "./params.ts";
import type { StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";
import { insertObject, markDeleted, requireObject, updateObject } from "./stored-objects.ts";

const changeable: ParamTable = {
  advertiser_domain: { read: text(255) },
  advertiser_user_id: { read: id },
  android_app_store_identifier: { read: text(255) },
  audience_expansion: { read: oneOf(EXPANSIONS) },
  bid_amount_local_micro: { read: micro },
  bid_strategy: { read: oneOf(BID_STRATEGIES) },
  categories: { read: text(1_000) },
  daily_budget_amount_local_micro: { read: micro },
  duration_in_days: { read: integer(1, 30) },
  end_time: { read: time },
  frequency_cap: { read: integer(1) },
  goal: { read: oneOf(ALL_GOALS) },
  ios_app_store_identifier: { read: text(255) },
  name: { read: text(CAMPAIGN_NAME_MAX) },
  pay_by: { read: oneOf(PAY_BY) },
  standard_delivery: { read: boolean },
  start_time: { read: time },
  total_budget_amount_local_micro: { read: micro },
};
/**
 * docs.x.com, X Ads API, Line Items: POST. Its table marks `end_time` as required, and its own sample leaves it out.
 */
export const lineItemParams: ParamTable = {
  ...changeable,
  campaign_id: { read: id, required: true },
  entity_status: { read: oneOf(ENTITY_STATUSES) },
  objective: { read: oneOf(OBJECTIVES), required: true },
  placements: { read: listOf(oneOf(PLACEMENTS)), required: true },
  primary_web_event_tag: { read: id },
  product_type: { read: oneOf(PRODUCT_TYPES), required: true },
  start_time: { read: time, required: true },
};
/** X documents `end_time` in two ways: optional as in its sample, or required as in its table when a test sets so. */
export const lineItemRules = (context: Context) =>
  context.world.state<{ needsEnd: boolean }>("x.line_item_rules", () => ({ needsEnd: false }));

/**
 * PUT: campaign, objective, product, placements and tag cannot change, and no line item can change to the visits
 * goal.
 */
export const lineItemChanges: ParamTable = {
  ...changeable,
  goal: { read: oneOf(ALL_GOALS.filter((goal) => goal !== "SITE_VISITS")) },
  entity_status: { read: oneOf(UPDATE_STATUSES) },
};

const defaults: Json = {
  ...Object.fromEntries(Object.keys(changeable).map((name) => [name, null])),
  bid_strategy: "AUTO",
  entity_status: "ACTIVE",
  primary_web_event_tag: null,
  target_cpa_local_micro: null,
  creative_source: "MANUAL",
};

export function createLineItem(
  context: Context,
  account: DemoAccount,
  rawParams: RawParams,
): { row: StoredObject; params: Json } {
  const params = parseParams(lineItemParams, rawParams);
  const campaign = requireObject(context, account, "campaigns", String(params.campaign_id));
  const objective = params.objective as keyof typeof GOALS;
  const wire: Json = { ...defaults, goal: GOALS[objective][0], ...params, currency: account.currency };
  checkSiblings(context, campaign, wire);
  checkEnd(context, wire);
  checkLineItem(wire, campaign, account);
  return { row: insertObject(context, { account, kind: "line_items", parentId: campaign.id, wire }), params };
}

export function updateLineItem(
  context: Context,
  account: DemoAccount,
  lineItemId: string,
  rawParams: RawParams,
) {
  const row = requireObject(context, account, "line_items", lineItemId);
  const campaign = requireObject(context, account, "campaigns", row.parent_id);
  const params = parseParams(lineItemChanges, rawParams, { update: true });
  checkEnd(context, { ...row.wire, ...params });
  checkLineItem({ ...row.wire, ...params }, campaign, account);
  return { row: updateObject(context, row, params), params: { line_item_id: lineItemId, ...params } };
}

export function deleteLineItem(context: Context, account: DemoAccount, lineItemId: string) {
  const row = markDeleted(context, requireObject(context, account, "line_items", lineItemId));
  return { row, params: { line_item_id: lineItemId } };
}

function checkSiblings(context: Context, campaign: StoredObject, wire: Json): void {
  const siblings = context.registry.listChildren("line_items", campaign.id).filter(({ deleted }) => !deleted);
  if (siblings.length >= LINE_ITEMS_MAX)
    throw new XError(400, {
      code: "TOO_MANY_LINE_ITEMS",
      message: `At most ${LINE_ITEMS_MAX} line items a campaign`,
    });
  for (const field of ["objective", "product_type"])
    if (siblings.some((sibling) => sibling.wire[field] !== wire[field]))
      throw invalid(field, `All line items of a campaign share their ${field}`, wire[field]);
}

function checkEnd(context: Context, { end_time }: Json): void {
  if (lineItemRules(context).needsEnd && end_time === null) throw new XError(400, missing("end_time"));
}

function checkLineItem(wire: Json, campaign: StoredObject, account: DemoAccount): void {
  const objective = wire.objective as keyof typeof GOALS;
  if (!GOALS[objective].includes(String(wire.goal)))
    throw invalid("goal", `${wire.goal} does not go with ${objective}`, wire.goal);
  if (wire.goal === "WEBSITE_CONVERSIONS" && wire.primary_web_event_tag === null)
    throw new XError(400, missing("primary_web_event_tag"));
  if (wire.primary_web_event_tag !== null && wire.primary_web_event_tag !== account.webEventTagId)
    throw invalid("primary_web_event_tag", "The tag is not one of the account's", wire.primary_web_event_tag);
  checkBid(wire, objective);
  checkTimes(wire);
  for (const field of ["daily_budget_amount_local_micro", "total_budget_amount_local_micro"]) {
    const [own, campaignAmount] = [wire[field], campaign.wire[field]];
    if (typeof own === "number" && typeof campaignAmount === "number" && own > campaignAmount)
      throw invalid(field, "The line item's budget is above its campaign's", own);
  }
}

function checkBid(wire: Json, objective: string): void {
  const { bid_strategy: strategy, bid_amount_local_micro: amount, duration_in_days: days } = wire;
  if (strategy === "MAX" && NO_MAX_BID.includes(objective))
    throw invalid("bid_strategy", `MAX does not go with ${objective}`, strategy);
  if (strategy === "TARGET" && !TARGET_BID.includes(objective))
    throw invalid("bid_strategy", `TARGET does not go with ${objective}`, strategy);
  if (strategy !== "AUTO" && typeof amount !== "number")
    throw new XError(400, missing("bid_amount_local_micro"));
  if (strategy !== "AUTO" && Number(amount) > BID_RULES.maximum)
    throw invalid("bid_amount_local_micro", `At most ${BID_RULES.maximum} may be bid`, amount);
  if (strategy === "TARGET" && wire.goal === "LINK_CLICKS" && wire.pay_by === "IMPRESSION")
    throw invalid("pay_by", "IMPRESSION does not go with TARGET and LINK_CLICKS", wire.pay_by);
  if (days !== null && ![1, 7, 30].includes(Number(days)))
    throw invalid("duration_in_days", "Expected one of 1, 7, 30", days);
}

function checkTimes({ start_time, end_time }: Json): void {
  if (typeof start_time !== "string") throw new XError(400, missing("start_time"));
  if (typeof end_time === "string" && Date.parse(end_time) <= Date.parse(start_time))
    throw new XError(400, {
      code: "INVALID_TIME_WINDOW",
      message: "end_time must be after start_time",
      parameter: "end_time",
      attribute: "end_time",
    });
}
