import type { Json } from "../shared/field-table.ts";
import { badParameter, notFound, TikTokError } from "./errors.ts";
import { IDS_PER_FILTER } from "./facts.ts";
import { isSmartPlus } from "./flows.ts";
import { computeStatus, LEVELS, type Level, picked, present } from "./present.ts";
import { paginate, parseListParam, parseObjectParam, rejectUnknownParams } from "./query.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { primaryStatus, reviewAd } from "./status.ts";

/** Lists of campaigns, ad groups and ads, and review results. */
export function readRoutes(context: Context): Route[] {
  return [
    {
      method: "GET",
      path: "/campaign/get/",
      scope: "account",
      handle: (call) => listObjects("campaigns", context, call),
    },
    {
      method: "GET",
      path: "/adgroup/get/",
      scope: "account",
      handle: (call) => listObjects("adgroups", context, call),
    },
    {
      method: "GET",
      path: "/ad/get/",
      scope: "account",
      handle: (call) => listObjects("ads", context, call),
    },
    {
      method: "GET",
      path: "/ad/review_info/",
      scope: "account",
      handle: (call) => reviewInfo(context, call),
    },
  ];
}

const SHARED_FILTERS = ["primary_status", "secondary_status"];
const FILTERS: Record<Level, string[]> = {
  campaigns: ["campaign_ids", "campaign_name", "objective_type", ...SHARED_FILTERS],
  adgroups: ["campaign_ids", "adgroup_ids", "adgroup_name", ...SHARED_FILTERS],
  ads: ["campaign_ids", "adgroup_ids", "ad_ids", "ad_name", ...SHARED_FILTERS],
};
const PRIMARY = [
  "STATUS_NOT_DELETE",
  "STATUS_ALL",
  "STATUS_DELIVERY_OK",
  "STATUS_DISABLE",
  "STATUS_NOT_DELIVERY",
  "STATUS_TIME_DONE",
  "STATUS_FROZEN",
  "STATUS_DELETE",
];

export const isPrimary = (status: string): boolean => PRIMARY.includes(status);

function listObjects(level: Level, context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "filtering", "fields", "page", "page_size"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const matches = makeFilter(level, parseObjectParam(call.query, "filtering"), context);
  // The newest first, as Ads Manager shows them.
  const rows = context.registry.listInAccount(level, account.id).filter(matches).reverse();
  const { rows: page, page_info } = paginate(call.query, rows);
  const fields = parseListParam(call.query, "fields");
  return { list: page.map((row) => picked(present(row, context), fields)), page_info };
}

function makeFilter(level: Level, filter: Json, context: Context): (row: StoredObject) => boolean {
  const unexpected = Object.keys(filter).find((name) => !FILTERS[level].includes(name));
  if (unexpected) throw badParameter(`filtering.${unexpected}: Unknown field`);
  const primary = filter.primary_status ?? "STATUS_NOT_DELETE";
  if (!isPrimary(String(primary))) throw badParameter(`filtering.primary_status: ${primary} is not known`);
  const name = filter[LEVELS[level].name];
  const ids = Object.values(LEVELS)
    .filter((each) => filter[each.ids] !== undefined)
    .map((each) => [each.id, parseIds(filter[each.ids], each.ids)] as const);
  return (row) => {
    const shown = present(row, context);
    const secondary = computeStatus(row, context);
    return (
      isWithin(String(primary), secondary) &&
      (filter.secondary_status === undefined || filter.secondary_status === secondary) &&
      (filter.objective_type === undefined || filter.objective_type === shown.objective_type) &&
      (name === undefined || String(shown[LEVELS[level].name]).includes(String(name))) &&
      ids.every(([field, wanted]) => wanted.includes(String(shown[field])))
    );
  };
}

export function isWithin(primary: string, secondary: string): boolean {
  if (primary === "STATUS_ALL") return true;
  if (primary === "STATUS_NOT_DELETE") return primaryStatus(secondary) !== "STATUS_DELETE";
  return primaryStatus(secondary) === primary;
}

export function parseIds(value: unknown, name: string, max = IDS_PER_FILTER): string[] {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
    throw badParameter(`${name}: a list of strings is expected`);
  if (value.length === 0) throw badParameter(`${name}: Shorter than minimum length 1`);
  if (value.length > max) throw new TikTokError(40011, `${name}: at most ${max} ids are allowed`);
  return value;
}

/** A new ad is reported as available before its review; only its status says that it is pending. */
function reviewInfo(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "ad_ids", "lang"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const entries = parseIds(parseListParam(call.query, "ad_ids"), "ad_ids").map((id) => {
    const ad = context.registry.tables.ads.get(id);
    if (ad?.account_id !== account.id) throw notFound("Ad", id);
    if (isSmartPlus(ad, context)) throw badParameter("This API does not support Upgraded Smart Plus ads.");
    return [id, reviewEntry(ad, context)] as const;
  });
  return { ad_review_map: Object.fromEntries(entries) };
}

function reviewEntry(ad: StoredObject, context: Context): Json {
  const { status, reasons } = reviewAd(ad, context.world.now());
  const isRejected = status === "REJECTED";
  const content = {
    content_type: "MODE_STRING",
    text_content: ad.wire.ad_text,
    image_content: null,
    video_content: null,
  };
  return {
    ad_id: ad.id,
    is_approved: !isRejected,
    review_status: isRejected ? "UNAVAILABLE" : "ALL_AVAILABLE",
    appeal_status: null,
    last_audit_time: null,
    forbidden_ages: [],
    forbidden_locations: isRejected ? ["SA"] : [],
    forbidden_operation_systems: [],
    forbidden_placements: [],
    reject_info: isRejected
      ? [
          {
            reasons,
            suggestion: "Please change the text of the ad.",
            content_info: content,
            forbidden_locations: ["SA"],
          },
        ]
      : [],
  };
}
