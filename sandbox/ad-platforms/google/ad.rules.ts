import type { Json } from "../shared/field-table.ts";
import { checkDemandGenAd } from "./demand-gen-ad.rules.ts";
import { refuse } from "./errors.ts";
import { SEARCH_AD } from "./facts.ts";
import { applyMask } from "./field-mask.ts";
import { parseResourceNumber, type StoredObject } from "./registry.ts";
import {
  type KindRules,
  type Mutation,
  requireReferenced,
  statusOr,
  toChannelType,
  toNumericId,
} from "./rules.ts";
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
  create(mutation, wire) {
    const group = requireReferenced(mutation, "adGroups", wire, "adGroup");
    const campaign = requireReferenced(mutation, "campaigns", group.wire, "campaign");
    const ad = wire.ad as Json | undefined;
    if (!ad) refuse("fieldError", "REQUIRED", "The required field was not present.", ["ad"]);
    checkAd(mutation, campaign, ad);
    const adNumber = String(mutation.context.world.ids.number("google/ad", 12));
    const stored: Json = {
      ...wire,
      status: statusOr(wire, "ENABLED"),
      ad: {
        ...ad,
        resourceName: `customers/${mutation.customer.id}/ads/${adNumber}`,
        id: adNumber,
        type: toAdType(ad),
      },
    };
    checkEnabled(mutation, group, stored, "");
    return { number: `${toNumericId(group)}~${adNumber}`, parentId: group.id, wire: stored };
  },
  update(mutation, stored, next, paths) {
    if (paths.has("status")) statusOr(next, "ENABLED");
    const group = requireReferenced(mutation, "adGroups", stored.wire, "adGroup");
    requireReferenced(mutation, "campaigns", group.wire, "campaign");
    checkEnabled(mutation, group, next, stored.id);
    return next;
  },
  remove: (mutation, stored) => void requireReferenced(mutation, "adGroups", stored.wire, "adGroup"),
};

/** The visible content is changed on the ad itself, and reviewed again (AdService). Null = there is no such ad. */
export function updatedAd(mutation: Mutation, body: Json): StoredObject | null {
  const update = body.update as Json;
  const number = parseResourceNumber(String(update.resourceName));
  const row = mutation.staged
    .listInAccount("adGroupAds", mutation.customer.id)
    .find((one) => parseResourceNumber(one.id).endsWith(`~${number}`));
  if (!row) return null;
  if (row.deleted)
    refuse("adGroupAdError", "CANNOT_OPERATE_ON_REMOVED_ADGROUPAD", "The ad is removed.", [
      "update",
      "resource_name",
    ]);
  const before = row.wire.ad as Json;
  const { resourceName, id, type, ...written } = before;
  const next = applyMask("Ad", written, update, body.updateMask);
  const group = requireReferenced(mutation, "adGroups", row.wire, "adGroup");
  checkAd(mutation, requireReferenced(mutation, "campaigns", group.wire, "campaign"), next);
  const wire = { ...row.wire, ad: { resourceName, id, type, ...next } };
  return { ...row, submitted_at: mutation.now.getTime(), wire };
}

function toAdType(ad: Json): string {
  const kind = Object.keys(AD_TYPE).find((name) => ad[name] !== undefined);
  return AD_TYPE[kind ?? ""] ?? "UNKNOWN";
}

function checkAd(mutation: Mutation, campaign: StoredObject, ad: Json): void {
  const isSearch = toChannelType(campaign) === "SEARCH";
  if (isSearch !== (ad.responsiveSearchAd !== undefined) || toAdType(ad) === "UNKNOWN")
    refuse("adError", "INVALID_AD_TYPE", "This type of ad does not go with the campaign.", ["ad"]);
  checkUrls(ad.finalUrls);
  if (ad.name !== undefined && isSearch)
    refuse("adError", "CANNOT_SET_FIELD", "Search ads have no name.", ["ad", "name"]);
  if (isSearch) checkSearchAd(ad.responsiveSearchAd as Json);
  else checkDemandGenAd(mutation, ad);
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

/** The landing address: https, or plain http to loopback only (the sandbox's one deviation). */
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

/** At most three search ads may be enabled in one ad group. */
function checkEnabled(mutation: Mutation, group: StoredObject, wire: Json, id: string): void {
  if (wire.status !== "ENABLED" || (wire.ad as Json).responsiveSearchAd === undefined) return;
  const enabled = mutation.staged
    .listChildren("adGroupAds", group.id)
    .filter((row) => !row.deleted && row.id !== id && row.wire.status === "ENABLED");
  if (enabled.length >= SEARCH_AD.enabledPerAdGroup)
    refuse(
      "resourceCountLimitExceededError",
      "RESOURCE_LIMIT",
      "The ad group has as many enabled responsive search ads as it may have.",
    );
}
