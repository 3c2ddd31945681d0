import type { Json } from "../shared/field-table.ts";
import { badParameter, notFound } from "./errors.ts";
import { SMART_PLUS_AD_PAGE_MAX } from "./facts.ts";
import { isSmartPlus } from "./flows.ts";
import { computeStatus, LEVELS, type Level, picked } from "./present.ts";
import { paginate, parseListParam, parseObjectParam, rejectUnknownParams } from "./query.ts";
import { isPrimary, isWithin, parseIds } from "./reads.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { reviewAd } from "./status.ts";

/** Lists of Smart+ objects, and review results of Smart+ ads. */
export function smartPlusReadRoutes(context: Context): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    method: "GET",
    path: `/smart_plus${path}`,
    scope: "ads",
    handle,
  });
  return [
    route("/campaign/get/", (call) => listObjects("campaigns", context, call)),
    route("/adgroup/get/", (call) => listObjects("adgroups", context, call)),
    route("/ad/get/", (call) => listObjects("ads", context, call)),
    route("/ad/review_info/", (call) => reviewInfo(context, call)),
  ];
}

/** A Smart+ object as its own endpoints show it. */
export function presentSmartPlus(row: StoredObject, context: Context): Json {
  const { reviewed_before, request_id, creative_id, campaign_automation_type, ad_id, ...wire } = row.wire;
  const base = { advertiser_id: row.account_id, ...wire, secondary_status: computeStatus(row, context) };
  if (row.kind === "campaigns") return { ...base, smart_plus_adgroup_mode: "MULTIPLE" };
  const { adgroups, campaigns } = context.registry.tables;
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
/** Filters by id, and the field of the presented object that each compares. */
const IDS = { campaign_ids: "campaign_id", adgroup_ids: "adgroup_id", smart_plus_ad_ids: "smart_plus_ad_id" };

function listObjects(level: Level, context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "filtering", "fields", "page", "page_size"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const matches = makeFilter(level, parseObjectParam(call.query, "filtering"), context);
  const all = context.registry
    .listInAccount(level, account.id)
    .filter((row) => isSmartPlus(row, context) && matches(row));
  const sizes = { max: level === "ads" ? SMART_PLUS_AD_PAGE_MAX : 1_000, fallback: 10 };
  const { rows, page_info } = paginate(call.query, all.reverse(), sizes);
  const fields = parseListParam(call.query, "fields");
  return { list: rows.map((row) => picked(presentSmartPlus(row, context), fields)), page_info };
}

function makeFilter(level: Level, filter: Json, context: Context): (row: StoredObject) => boolean {
  const unexpected = Object.keys(filter).find((name) => !FILTERS[level].includes(name));
  if (unexpected) throw badParameter(`filtering.${unexpected}: Unknown field`);
  const primary = String(filter.primary_status ?? "STATUS_NOT_DELETE");
  if (!isPrimary(primary)) throw badParameter(`filtering.primary_status: ${primary} is not known`);
  const name = filter[LEVELS[level].name];
  const ids = Object.entries(IDS)
    .filter(([filterName]) => filter[filterName] !== undefined)
    .map(([filterName, field]) => [field, parseIds(filter[filterName], filterName)] as const);
  return (row) => {
    const shown = presentSmartPlus(row, context);
    return (
      isWithin(primary, String(shown.secondary_status)) &&
      (filter.secondary_status === undefined || filter.secondary_status === shown.secondary_status) &&
      (filter.objective_type === undefined || filter.objective_type === shown.objective_type) &&
      (name === undefined || String(shown[LEVELS[level].name]).includes(String(name))) &&
      ids.every(([field, wanted]) => wanted.includes(String(shown[field])))
    );
  };
}

/** Reasons are returned only on request; a new ad is reported as available, as in the manual flow. */
function reviewInfo(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "smart_plus_ad_ids", "extra_info_setting", "lang"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const includesRejectInfo = parseObjectParam(call.query, "extra_info_setting").include_reject_info === true;
  const ads = parseIds(parseListParam(call.query, "smart_plus_ad_ids"), "smart_plus_ad_ids").map((id) => {
    const ad = context.registry.tables.ads.get(id);
    if (ad?.account_id !== account.id || !isSmartPlus(ad, context)) throw notFound("Upgraded Smart+ Ad", id);
    return ad;
  });
  return {
    smart_plus_ad_review_infos: ads.map((ad) => reviewEntry(ad, context, includesRejectInfo)),
    material_review_infos: ads.map((ad) => ({
      ad_material_id: ad.wire.creative_id,
      smart_plus_ad_id: ad.id,
      passed_locations: null,
      reject_info: null,
      review_status: "ALL_AVAILABLE",
    })),
  };
}

function reviewEntry(ad: StoredObject, context: Context, includesRejectInfo: boolean): Json {
  const { status, reasons } = reviewAd(ad, context.world.now());
  const isRejected = status === "REJECTED";
  const rejection = { reasons, suggestion: "Please change the text of the ad.", forbidden_locations: ["SA"] };
  return {
    smart_plus_ad_id: ad.id,
    review_status: isRejected ? "UNAVAILABLE" : "ALL_AVAILABLE",
    appeal_status: "NOT_APPEALED",
    appeal_reject_reasons: null,
    passed_locations: null,
    reject_info: isRejected && includesRejectInfo ? [rejection] : [],
  };
}
