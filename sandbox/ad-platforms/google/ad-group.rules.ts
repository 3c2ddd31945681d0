import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import type { Kept } from "./registry.ts";
import { channelOf, checkBid, checkName, type KindRules, type Scene, standing, statusOr } from "./rules.ts";

/** developers.google.com/google-ads/api, Ad groups; Demand Gen, ad groups with channel controls. */
export const adGroupRules: KindRules = {
  kind: "adGroups",
  message: "AdGroup",
  operation: "adGroupOperation",
  path: "adGroups",
  create(scene, wire) {
    const campaign = standing(scene, "campaigns", wire, "campaign");
    const kept: Json = { adRotationMode: "OPTIMIZE", ...wire, status: statusOr(wire, "ENABLED") };
    if (channelOf(campaign) === "SEARCH") kept.type = wire.type ?? "SEARCH_STANDARD";
    checkAdGroup(scene, campaign, kept, "");
    const number = String(scene.room.world.ids.number("google/ad-group", 12));
    return { number, parentId: campaign.id, wire: kept };
  },
  update(scene, kept, next, paths) {
    if (paths.has("status")) statusOr(next, "ENABLED");
    const campaign = standing(scene, "campaigns", kept.wire, "campaign");
    checkAdGroup(scene, campaign, next, kept.id);
    return next;
  },
  remove: (scene, kept) => void standing(scene, "campaigns", kept.wire, "campaign"),
};

function checkAdGroup(scene: Scene, campaign: Kept, wire: Json, id: string): void {
  const name = checkName(wire);
  const others = scene.stage.childrenOf("adGroups", campaign.id);
  if (others.some((row) => !row.deleted && row.id !== id && row.wire.name === name))
    refuse("adGroupError", "DUPLICATE_ADGROUP_NAME", "An ad group with this name already exists.", ["name"], {
      trigger: name,
    });
  checkBid(wire.cpcBidMicros, ["cpc_bid_micros"]);
  if (channelOf(campaign) === "SEARCH") checkSearchGroup(wire);
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
