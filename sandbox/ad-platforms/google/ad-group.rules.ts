import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import type { StoredObject } from "./registry.ts";
import {
  checkBid,
  checkName,
  type KindRules,
  type Mutation,
  requireReferenced,
  statusOr,
  toChannelType,
} from "./rules.ts";

/** developers.google.com/google-ads/api, Ad groups; Demand Gen, ad groups with channel controls. */
export const adGroupRules: KindRules = {
  kind: "adGroups",
  message: "AdGroup",
  operation: "adGroupOperation",
  path: "adGroups",
  create(mutation, wire) {
    const campaign = requireReferenced(mutation, "campaigns", wire, "campaign");
    const stored: Json = { adRotationMode: "OPTIMIZE", ...wire, status: statusOr(wire, "ENABLED") };
    if (toChannelType(campaign) === "SEARCH") stored.type = wire.type ?? "SEARCH_STANDARD";
    checkAdGroup(mutation, campaign, stored, "");
    const number = String(mutation.context.world.ids.number("google/ad-group", 12));
    return { number, parentId: campaign.id, wire: stored };
  },
  update(mutation, stored, next, paths) {
    if (paths.has("status")) statusOr(next, "ENABLED");
    const campaign = requireReferenced(mutation, "campaigns", stored.wire, "campaign");
    checkAdGroup(mutation, campaign, next, stored.id);
    return next;
  },
  remove: (mutation, stored) => void requireReferenced(mutation, "campaigns", stored.wire, "campaign"),
};

function checkAdGroup(mutation: Mutation, campaign: StoredObject, wire: Json, id: string): void {
  const name = checkName(wire);
  const others = mutation.staged.listChildren("adGroups", campaign.id);
  if (others.some((row) => !row.deleted && row.id !== id && row.wire.name === name))
    refuse("adGroupError", "DUPLICATE_ADGROUP_NAME", "An ad group with this name already exists.", ["name"], {
      trigger: name,
    });
  checkBid(wire.cpcBidMicros, ["cpc_bid_micros"]);
  if (toChannelType(campaign) === "SEARCH") checkSearchGroup(wire);
  else checkDemandGenGroup(wire);
}

function checkSearchGroup(wire: Json): void {
  if (wire.type !== "SEARCH_STANDARD")
    refuse(
      "adGroupError",
      "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE",
      "The type does not go with the campaign.",
      ["type"],
    );
  for (const field of ["demandGenAdGroupSettings", "optimizedTargetingEnabled"]) {
    if (wire[field] !== undefined && wire[field] !== false)
      refuse("fieldError", "VALUE_MUST_BE_UNSET", "Search ad groups don't have this.", [field]);
  }
}

function checkDemandGenGroup(wire: Json): void {
  if (wire.type !== undefined)
    refuse(
      "adGroupError",
      "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE",
      "Demand Gen ad groups have no type.",
      ["type"],
    );
  const settings = wire.demandGenAdGroupSettings as
    | { channelControls?: { selectedChannels?: Json } }
    | undefined;
  const selected = settings?.channelControls?.selectedChannels;
  if (selected && !Object.values(selected).includes(true))
    refuse("fieldError", "INVALID_VALUE", "At least one channel must be selected.", [
      "demand_gen_ad_group_settings",
      "channel_controls",
      "selected_channels",
    ]);
}
