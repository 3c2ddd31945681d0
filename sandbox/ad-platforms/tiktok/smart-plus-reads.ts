import type { Json } from "../shared/field-table.ts";
import { badParameter, notThere } from "./errors.ts";
import { SMART_PLUS_AD_PAGE_MAX } from "./facts.ts";
import { isSmartPlus } from "./flows.ts";
import { LEVELS, type Level, picked, statusOf } from "./present.ts";
import { listIn, objectIn, onlyKnown, pageOf } from "./query.ts";
import { idsIn, isPrimary, isWithin } from "./reads.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { reviewOf } from "./status.ts";

/** Lists of Smart+ objects, and what the reviewers said of Smart+ ads. */
export function smartPlusReadRoutes(room: Room): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "GET",
    path: `/smart_plus${path}`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign/get/", (call) => listOf("campaigns", room, call)),
    route("/adgroup/get/", (call) => listOf("adgroups", room, call)),
    route("/ad/get/", (call) => listOf("ads", room, call)),
    route("/ad/review_info/", (call) => reviewInfo(room, call)),
  ];
}

/** A Smart+ object as its own endpoints show it. */
export function showSmartPlus(row: Kept, room: Room): Json {
  const { reviewed_before, request_id, creative_id, campaign_automation_type, ad_id, ...wire } = row.wire;
  const base = { advertiser_id: row.account_id, ...wire, secondary_status: statusOf(row, room) };
  if (row.kind === "campaigns") return { ...base, smart_plus_adgroup_mode: "MULTIPLE" };
  const { adgroups, campaigns } = room.registry.tables;
  const group = row.kind === "ads" ? adgroups.get(row.parent_id) : row;
  const campaign = campaigns.get(group?.parent_id ?? "");
  const names = { campaign_id: campaign?.id, campaign_name: campaign?.wire.campaign_name };
  if (row.kind === "adgroups") return { ...base, ...names };
  return {
    ...base,
    ...names,
    smart_plus_ad_id: row.id,
    adgroup_id: group?.id,
    adgroup_name: group?.wire.adgroup_name,
    creative_list: ((wire.creative_list ?? []) as Json[]).map((creative) => ({
      ...creative,
      ad_material_id: creative_id,
      material_operation_status: "ENABLE",
    })),
  };
}

const STATUSES = ["primary_status", "secondary_status"];
const FILTERS: Record<Level, string[]> = {
  campaigns: ["campaign_ids", "campaign_name", "objective_type", ...STATUSES],
  adgroups: ["campaign_ids", "adgroup_ids", "adgroup_name", ...STATUSES],
  ads: ["campaign_ids", "adgroup_ids", "smart_plus_ad_ids", ...STATUSES],
};
/** Filters by id, and the field of a shown object that each looks at. */
const IDS = { campaign_ids: "campaign_id", adgroup_ids: "adgroup_id", smart_plus_ad_ids: "smart_plus_ad_id" };

function listOf(level: Level, room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "filtering", "fields", "page", "page_size"]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const fits = filterOf(level, objectIn(call.query, "filtering"), room);
  const all = room.registry.inAccount(level, account.id).filter((row) => isSmartPlus(row, room) && fits(row));
  const sizes = { max: level === "ads" ? SMART_PLUS_AD_PAGE_MAX : 1_000, usual: 10 };
  const { rows, page_info } = pageOf(call.query, all.reverse(), sizes);
  const fields = listIn(call.query, "fields");
  return { list: rows.map((row) => picked(showSmartPlus(row, room), fields)), page_info };
}

function filterOf(level: Level, filter: Json, room: Room): (row: Kept) => boolean {
  const strange = Object.keys(filter).find((name) => !FILTERS[level].includes(name));
  if (strange) throw badParameter(`filtering.${strange}: Unknown field`);
  const primary = String(filter.primary_status ?? "STATUS_NOT_DELETE");
  if (!isPrimary(primary)) throw badParameter(`filtering.primary_status: ${primary} is not known`);
  const name = filter[LEVELS[level].name];
  const ids = Object.entries(IDS)
    .filter(([filterName]) => filter[filterName] !== undefined)
    .map(([filterName, field]) => [field, idsIn(filter[filterName], filterName)] as const);
  return (row) => {
    const shown = showSmartPlus(row, room);
    return (
      isWithin(primary, String(shown.secondary_status)) &&
      (filter.secondary_status === undefined || filter.secondary_status === shown.secondary_status) &&
      (filter.objective_type === undefined || filter.objective_type === shown.objective_type) &&
      (name === undefined || String(shown[LEVELS[level].name]).includes(String(name))) &&
      ids.every(([field, wanted]) => wanted.includes(String(shown[field])))
    );
  };
}

/** Reasons are told only when they are asked for; a new ad is told to be available, as in the manual flow. */
function reviewInfo(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "smart_plus_ad_ids", "extra_info_setting", "lang"]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const isTold = objectIn(call.query, "extra_info_setting").include_reject_info === true;
  const ads = idsIn(listIn(call.query, "smart_plus_ad_ids"), "smart_plus_ad_ids").map((id) => {
    const ad = room.registry.tables.ads.get(id);
    if (ad?.account_id !== account.id || !isSmartPlus(ad, room)) throw notThere("Upgraded Smart+ Ad", id);
    return ad;
  });
  return {
    smart_plus_ad_review_infos: ads.map((ad) => reviewEntry(ad, room, isTold)),
    material_review_infos: ads.map((ad) => ({
      ad_material_id: ad.wire.creative_id,
      smart_plus_ad_id: ad.id,
      passed_locations: null,
      reject_info: null,
      review_status: "ALL_AVAILABLE",
    })),
  };
}

function reviewEntry(ad: Kept, room: Room, isTold: boolean): Json {
  const { status, reasons } = reviewOf(ad, room.world.now());
  const isRejected = status === "REJECTED";
  const rejection = { reasons, suggestion: "Please change the text of the ad.", forbidden_locations: ["SA"] };
  return {
    smart_plus_ad_id: ad.id,
    review_status: isRejected ? "UNAVAILABLE" : "ALL_AVAILABLE",
    appeal_status: "NOT_APPEALED",
    appeal_reject_reasons: null,
    passed_locations: null,
    reject_info: isRejected && isTold ? [rejection] : [],
  };
}
