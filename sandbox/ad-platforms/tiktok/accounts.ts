import type { Json } from "../shared/field-table.ts";
import { text } from "../shared/field-table.ts";
import type { Advertiser } from "./demo.ts";
import { badParameter } from "./errors.ts";
import { IDENTITY_NAME_MAX, IDENTITY_TYPES } from "./facts.ts";
import { picked } from "./present.ts";
import { paginate, parseListParam, rejectUnknownParams } from "./query.ts";
import { parseIds } from "./reads.ts";
import { regionInfo } from "./regions.ts";
import type { Context } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { id, words } from "./rules.ts";
import { checkedBody, failIfHalfDone, insertAsset } from "./stored-objects.ts";

/** The user, their ad accounts, and what belongs to an ad account: identities, pixels, places. */
export function accountRoutes(context: Context): Route[] {
  const get = (path: string, scope: Route["scope"], handle: Route["handle"]): Route => ({
    method: "GET",
    path,
    scope,
    handle,
  });
  return [
    get("/user/info/", "account", presentUser),
    get("/advertiser/info/", "account", (call) => presentAdvertisers(context, call)),
    get("/identity/get/", "account", (call) => listIdentities(context, call)),
    {
      method: "POST",
      path: "/identity/create/",
      scope: "ads",
      handle: (call) => createIdentity(context, call),
    },
    get("/pixel/list/", "pixel", (call) => listPixels(context, call)),
    get("/tool/region/", "account", (call) => listRegions(context, call)),
    get("/tool/language/", "account", (call) => listLanguages(context, call)),
  ];
}

function presentUser({ identity, query }: Call): Json {
  rejectUnknownParams(query, []);
  return { core_user_id: identity?.userId, display_name: identity?.name, email: identity?.email };
}

function presentAdvertisers(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_ids", "fields"]);
  const ids = parseIds(parseListParam(call.query, "advertiser_ids"), "advertiser_ids");
  const fields = parseListParam(call.query, "fields");
  return {
    list: ids.map((each) =>
      picked(presentAdvertiser(requireAdvertiser(call, each, context.registry)), fields),
    ),
  };
}

function presentAdvertiser(account: Advertiser): Json {
  return {
    advertiser_id: account.id,
    name: account.name,
    status: account.status,
    currency: account.currency,
    timezone: account.timezone,
    display_timezone: account.timezone,
    balance: account.balance,
    role: "ROLE_ADVERTISER",
    country: account.currency === "SAR" ? "SA" : "US",
  };
}

function listIdentities(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, [
    "advertiser_id",
    "identity_type",
    "identity_authorized_bc_id",
    "page",
    "page_size",
  ]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const type = call.query.get("identity_type");
  if (type !== null && !IDENTITY_TYPES.some((each) => each === type))
    throw badParameter(`identity_type: ${type} is not known`);
  const all = context.registry
    .adIdentities(account.id)
    .filter((each) => !type || each.identity_type === type);
  const { rows, page_info } = paginate(call.query, all, { max: 100, fallback: 20 });
  const identity_list = rows.map((each) => ({
    ...each,
    identity_authorized_bc_id: null,
    profile_image: "https://p16.tiktokcdn.example/avatar.png",
    available_status: each.identity_type === "TT_USER" ? "AVAILABLE" : null,
  }));
  return { identity_list, page_info };
}

function createIdentity(context: Context, call: Call): Json {
  const body = checkedBody(call, {
    advertiser_id: { rule: id, required: true },
    display_name: { rule: words(IDENTITY_NAME_MAX), required: true },
    image_uri: { rule: text(128) },
  });
  const account = requireAdvertiser(call, body.advertiser_id, context.registry);
  if (
    body.image_uri !== undefined &&
    context.registry.find("images", String(body.image_uri))?.account_id !== account.id
  )
    throw badParameter("image_uri: the image does not exist");
  const identityId = context.registry.nextId();
  insertAsset(context, "identities", identityId, account.id, {
    identity_id: identityId,
    identity_type: "CUSTOMIZED_USER",
    display_name: body.display_name,
    username: null,
    can_push_video: null,
  });
  failIfHalfDone(context, call);
  return { identity_id: identityId };
}

function listPixels(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "pixel_id", "page", "page_size"]);
  const {
    id: owner,
    name,
    pixelId,
  } = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const requestedPixelId = call.query.get("pixel_id");
  const pixels = [{ pixel_id: pixelId, pixel_code: `C${pixelId}`, pixel_name: name, advertiser_id: owner }];
  const found = pixels.filter((pixel) => requestedPixelId === null || pixel.pixel_id === requestedPixelId);
  const { rows, page_info } = paginate(call.query, found, { max: 20, fallback: 10 });
  return { pixels: rows, page_info };
}

function listRegions(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, [
    "advertiser_id",
    "placements",
    "objective_type",
    "level_range",
    "language",
  ]);
  requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  if (!parseListParam(call.query, "placements") || !call.query.get("objective_type"))
    throw badParameter("placements and objective_type: Missing data for required field");
  const found = regionInfo(call.query.get("level_range") ?? "ALL");
  if (!found) throw badParameter("level_range: is not known");
  return { region_info: found };
}

function listLanguages(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id"]);
  requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  return {
    languages: [
      { code: "ar", name: "Arabic" },
      { code: "en", name: "English" },
    ],
  };
}
