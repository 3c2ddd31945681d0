import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { TARGET_ROAS } from "./facts.ts";
import {
  checkBid,
  checkName,
  type KindRules,
  type Mutation,
  measuresConversions,
  requireReferenced,
  statusOr,
} from "./rules.ts";
import { checkSchedule, wallTime } from "./schedule.ts";
import { findFields } from "./spec/spec.ts";

/** The bidding strategies of each campaign type (Campaign bidding; Demand Gen, overview). */
const BIDDING: Record<string, string[]> = {
  SEARCH: ["maximizeConversions", "maximizeConversionValue", "targetSpend", "manualCpc"],
  DEMAND_GEN: ["maximizeConversions", "maximizeConversionValue", "targetCpa", "targetRoas", "targetSpend"],
};
const BIDDING_TYPE: Record<string, string> = {
  maximizeConversions: "MAXIMIZE_CONVERSIONS",
  maximizeConversionValue: "MAXIMIZE_CONVERSION_VALUE",
  targetSpend: "TARGET_SPEND",
  manualCpc: "MANUAL_CPC",
  targetCpa: "TARGET_CPA",
  targetRoas: "TARGET_ROAS",
};
const COUNTS_CONVERSIONS = ["maximizeConversions", "maximizeConversionValue", "targetCpa", "targetRoas"];

/** developers.google.com/google-ads/api, Campaigns. */
export const campaignRules: KindRules = {
  kind: "campaigns",
  message: "Campaign",
  operation: "campaignOperation",
  path: "campaigns",
  create(mutation, wire) {
    const { customer, now, context } = mutation;
    checkChannel(wire);
    const stored: Json = {
      startDateTime: `${wallTime(now, customer.timeZone).slice(0, 10)} 00:00:00`,
      adServingOptimizationStatus: "OPTIMIZE",
      paymentMode: "CLICKS",
      geoTargetTypeSetting: {
        positiveGeoTargetType: "PRESENCE_OR_INTEREST",
        negativeGeoTargetType: "PRESENCE",
      },
      ...wire,
      status: statusOr(wire, "ENABLED"),
    };
    if (wire.containsEuPoliticalAdvertising === undefined)
      refuse(
        "mutateError",
        "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
        "A declaration on EU political advertising is required.",
        ["contains_eu_political_advertising"],
      );
    checkSchedule(mutation, null, { ...stored, startDateTime: wire.startDateTime });
    checkCampaign(mutation, stored, "");
    const number = String(context.world.ids.number("google/campaign", 11));
    return { number, parentId: customer.id, wire: stored };
  },
  update(mutation, stored, next, paths) {
    if (paths.has("status")) statusOr(next, "ENABLED");
    if (paths.has("containsEuPoliticalAdvertising") && next.containsEuPoliticalAdvertising === undefined)
      refuse("fieldError", "FIELD_CANNOT_BE_CLEARED", "The declaration cannot be cleared.", [
        "contains_eu_political_advertising",
      ]);
    if (next.startDateTime === undefined) next.startDateTime = stored.wire.startDateTime;
    checkSchedule(mutation, stored.wire, next);
    checkCampaign(mutation, next, stored.id);
    return next;
  },
  remove: () => undefined,
};

function checkChannel(wire: Json): void {
  const channel = wire.advertisingChannelType;
  const at = ["advertising_channel_type"];
  if (channel === undefined) refuse("fieldError", "REQUIRED", "The required field was not present.", at);
  if (channel === "VIDEO")
    refuse("mutateError", "MUTATE_NOT_ALLOWED", "Video campaigns can only be read.", at);
  if (channel !== "SEARCH" && channel !== "DEMAND_GEN")
    refuse(
      "campaignError",
      "ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE",
      `${channel} is not served here.`,
      at,
    );
}

function checkCampaign(mutation: Mutation, wire: Json, id: string): void {
  const name = checkName(wire);
  const others = mutation.staged.listInAccount("campaigns", mutation.customer.id);
  if (others.some((row) => !row.deleted && row.id !== id && row.wire.name === name))
    refuse(
      "campaignError",
      "DUPLICATE_CAMPAIGN_NAME",
      "The campaign name is already used by another campaign.",
      ["name"],
      { trigger: name },
    );
  checkBudgetUse(mutation, wire, id);
  checkBidding(mutation, wire);
  checkNetworks(wire);
  if (wire.demandGenCampaignSettings !== undefined && wire.advertisingChannelType !== "DEMAND_GEN")
    refuse("campaignError", "INCOMPATIBLE_CAMPAIGN_FIELD", "Only Demand Gen campaigns have this.", [
      "demand_gen_campaign_settings",
    ]);
}

function checkBudgetUse(mutation: Mutation, wire: Json, id: string): void {
  const budget = requireReferenced(mutation, "campaignBudgets", wire, "campaignBudget");
  if (budget.wire.explicitlyShared) {
    if (wire.advertisingChannelType === "DEMAND_GEN")
      refuse(
        "campaignError",
        "CAMPAIGN_CANNOT_USE_SHARED_BUDGET",
        "Demand Gen campaigns have budgets of their own.",
        ["campaign_budget"],
      );
    return;
  }
  const others = mutation.staged.listInAccount("campaigns", mutation.customer.id);
  if (others.some((row) => !row.deleted && row.id !== id && row.wire.campaignBudget === budget.id))
    refuse(
      "campaignBudgetError",
      "CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS",
      "The budget belongs to another campaign.",
      ["campaign_budget"],
    );
}

/** The field of the bidding strategy that is set; the definitions allow only one. */
export function biddingIn(wire: Json): string | null {
  const fields = findFields("Campaign")?.values() ?? [];
  for (const { name, group } of fields) {
    if (group === "campaignBiddingStrategy" && wire[name] !== undefined) return name;
  }
  return null;
}

export function toBiddingType(wire: Json): string {
  return BIDDING_TYPE[biddingIn(wire) ?? ""] ?? "UNKNOWN";
}

function checkBidding(mutation: Mutation, wire: Json): void {
  const bidding = biddingIn(wire);
  if (!bidding)
    refuse("fieldError", "REQUIRED", "The required field was not present.", ["campaign_bidding_strategy"]);
  if (!BIDDING[String(wire.advertisingChannelType)]?.includes(bidding))
    refuse(
      "biddingError",
      "CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY",
      `${bidding} does not go with this kind of campaign.`,
      [bidding],
    );
  if (COUNTS_CONVERSIONS.includes(bidding) && !measuresConversions(mutation))
    refuse("campaignError", "CONVERSION_TRACKING_NOT_ENABLED", "Conversion tracking is not enabled.", [
      bidding,
    ]);
  const { targetCpaMicros, targetRoas, cpcBidCeilingMicros } = wire[bidding] as Json;
  if (bidding === "targetCpa" && targetCpaMicros === undefined)
    refuse("fieldError", "REQUIRED", "The required field was not present.", [bidding, "target_cpa_micros"]);
  if (bidding === "targetRoas" && targetRoas === undefined)
    refuse("fieldError", "REQUIRED", "The required field was not present.", [bidding, "target_roas"]);
  checkBid(targetCpaMicros, [bidding, "target_cpa_micros"]);
  checkBid(cpcBidCeilingMicros, [bidding, "cpc_bid_ceiling_micros"]);
  if (typeof targetRoas !== "number") return;
  if (targetRoas < TARGET_ROAS.min)
    refuse("rangeError", "TOO_LOW", "The target is too low.", [bidding, "target_roas"]);
  if (targetRoas > TARGET_ROAS.max)
    refuse("rangeError", "TOO_HIGH", "The target is too high.", [bidding, "target_roas"]);
}

function checkNetworks(wire: Json): void {
  const networks = wire.networkSettings as Json | undefined;
  const at = ["network_settings"];
  if (wire.advertisingChannelType === "DEMAND_GEN") {
    if (networks)
      refuse("campaignError", "INCOMPATIBLE_CAMPAIGN_FIELD", "Demand Gen has no networks to choose.", at);
    return;
  }
  if (!networks) return;
  if (networks.targetSearchNetwork === true && networks.targetGoogleSearch !== true)
    refuse(
      "campaignError",
      "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH",
      "Search partners need Google search.",
      at,
    );
  if (networks.targetPartnerSearchNetwork === true)
    refuse(
      "campaignError",
      "CANNOT_TARGET_PARTNER_SEARCH_NETWORK",
      "The partner search network is not available.",
      at,
    );
  if (networks.targetGoogleSearch !== true && networks.targetContentNetwork !== true)
    refuse("campaignError", "CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK", "No network is targeted.", at);
}
