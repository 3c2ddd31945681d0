import type { Json } from "../shared/field-table.ts";
import { checkDemandGenAd } from "./demand-gen-ad.rules.ts";
import { refuse } from "./errors.ts";
import { SEARCH_AD } from "./facts.ts";
import { applyMask } from "./field-mask.ts";
import { type Kept, numberIn } from "./registry.ts";
import { channelOf, idOf, type KindRules, type Scene, standing, statusOr } from "./rules.ts";
import { checkTexts, checkWidth } from "./text-checks.ts";

const AD_TYPE: Record<string, string> = {
  responsiveSearchAd: "RESPONSIVE_SEARCH_AD",
  demandGenVideoResponsiveAd: "DEMAND_GEN_VIDEO_RESPONSIVE_AD",
  demandGenMultiAssetAd: "DEMAND_GEN_MULTI_ASSET_AD",
};

/** An ad in an ad group (Responsive search ads; Demand Gen, ads). */
export const adGroupAdRules: KindRules = {
  kind: "adGroupAds",
  message: "AdGroupAd",
  operation: "adGroupAdOperation",
  path: "adGroupAds",
  create(scene, wire) {
    const group = standing(scene, "adGroups", wire, "adGroup");
    const campaign = standing(scene, "campaigns", group.wire, "campaign");
    const ad = wire.ad as Json | undefined;
    if (!ad) refuse("fieldError", "REQUIRED", "The required field was not present.", ["ad"]);
    checkAd(scene, campaign, ad);
    const adNumber = String(scene.room.world.ids.number("google/ad", 12));
    const kept: Json = {
      ...wire,
      status: statusOr(wire, "ENABLED"),
      ad: {
        ...ad,
        resourceName: `customers/${scene.customer.id}/ads/${adNumber}`,
        id: adNumber,
        type: typeOf(ad),
      },
    };
    checkEnabled(scene, group, kept, "");
    return { number: `${idOf(group)}~${adNumber}`, parentId: group.id, wire: kept };
  },
  update(scene, kept, next, paths) {
    if (paths.has("status")) statusOr(next, "ENABLED");
    const group = standing(scene, "adGroups", kept.wire, "adGroup");
    standing(scene, "campaigns", group.wire, "campaign");
    checkEnabled(scene, group, next, kept.id);
    return next;
  },
  remove: (scene, kept) => void standing(scene, "adGroups", kept.wire, "adGroup"),
};

/** What people see is changed on the ad itself, and reviewed again (AdService). Null = there is no such ad. */
export function updatedAd(scene: Scene, body: Json): Kept | null {
  const update = body.update as Json;
  const number = numberIn(String(update.resourceName));
  const row = scene.stage
    .inAccount("adGroupAds", scene.customer.id)
    .find((one) => numberIn(one.id).endsWith(`~${number}`));
  if (!row) return null;
  if (row.deleted)
    refuse("adGroupAdError", "CANNOT_OPERATE_ON_REMOVED_ADGROUPAD", "The ad is removed.", [
      "update",
      "resource_name",
    ]);
  const before = row.wire.ad as Json;
  const { resourceName, id, type, ...written } = before;
  const next = applyMask("Ad", written, update, body.updateMask);
  const group = standing(scene, "adGroups", row.wire, "adGroup");
  checkAd(scene, standing(scene, "campaigns", group.wire, "campaign"), next);
  const wire = { ...row.wire, ad: { resourceName, id, type, ...next } };
  return { ...row, submitted_at: scene.now.getTime(), wire };
}

function typeOf(ad: Json): string {
  const kind = Object.keys(AD_TYPE).find((name) => ad[name] !== undefined);
  return AD_TYPE[kind ?? ""] ?? "UNKNOWN";
}

function checkAd(scene: Scene, campaign: Kept, ad: Json): void {
  const isSearch = channelOf(campaign) === "SEARCH";
  if (isSearch !== (ad.responsiveSearchAd !== undefined) || typeOf(ad) === "UNKNOWN")
    refuse("adError", "INVALID_AD_TYPE", "This type of ad does not go with the campaign.", ["ad"]);
  checkUrls(ad.finalUrls);
  if (ad.name !== undefined && isSearch)
    refuse("adError", "CANNOT_SET_FIELD", "Search ads have no name.", ["ad", "name"]);
  if (isSearch) checkSearchAd(ad.responsiveSearchAd as Json);
  else checkDemandGenAd(scene, ad);
}

function checkSearchAd(ad: Json): void {
  const at = ["ad", "responsive_search_ad"];
  checkTexts(ad.headlines, SEARCH_AD.headlines, [...at, "headlines"]);
  checkTexts(ad.descriptions, SEARCH_AD.descriptions, [...at, "descriptions"]);
  for (const field of ["path1", "path2"]) {
    if (typeof ad[field] === "string") checkWidth(ad[field], SEARCH_AD.pathWidth, [...at, field]);
  }
  if (ad.path2 !== undefined && !ad.path1)
    refuse("adError", "CANNOT_SET_FIELD", "path2 needs path1.", [...at, "path2"]);
}

/** Where the ad leads: https, or plain http to this machine only (the sandbox's one deviation). */
function checkUrls(urls: unknown): void {
  const at = ["ad", "final_urls"];
  if (!Array.isArray(urls) || urls.length === 0)
    refuse("fieldError", "REQUIRED_NONEMPTY_LIST", "The list must not be empty.", at);
  for (const [index, url] of urls.entries()) {
    const here = [...at, index];
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url))
      refuse("urlFieldError", "MISSING_PROTOCOL_IN_FINAL_URL", "The protocol is missing.", here, {
        trigger: url,
      });
    if (!URL.canParse(url) || String(url).length > 2_048)
      refuse("urlFieldError", "MALFORMED_FINAL_URL", "The address is malformed.", here, { trigger: url });
    if (!["https:", "http:"].includes(new URL(url).protocol))
      refuse("urlFieldError", "INVALID_PROTOCOL_IN_FINAL_URL", "The protocol is not allowed.", here, {
        trigger: url,
      });
  }
}

/** Of search ads, three may be enabled in one ad group. */
function checkEnabled(scene: Scene, group: Kept, wire: Json, id: string): void {
  if (wire.status !== "ENABLED" || (wire.ad as Json).responsiveSearchAd === undefined) return;
  const enabled = scene.stage
    .childrenOf("adGroupAds", group.id)
    .filter((row) => !row.deleted && row.id !== id && row.wire.status === "ENABLED");
  if (enabled.length >= SEARCH_AD.enabledPerAdGroup)
    refuse(
      "resourceCountLimitExceededError",
      "RESOURCE_LIMIT",
      "The ad group has as many enabled responsive search ads as it may have.",
    );
}
