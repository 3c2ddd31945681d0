import type { Json } from "../shared/field-table.ts";
import { text } from "../shared/field-table.ts";
import { badParameter } from "./errors.ts";
import { IDENTITY_NAME_MAX, IDENTITY_TYPES } from "./facts.ts";
import { checkedBody, failAfterHalf, keepNewOf } from "./keep.ts";
import type { Advertiser } from "./people.ts";
import { picked } from "./present.ts";
import { listIn, onlyKnown, pageOf } from "./query.ts";
import { idsIn } from "./reads.ts";
import { regionInfo } from "./regions.ts";
import type { Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { id, words } from "./rules.ts";

/** Who calls, their ad accounts, and what belongs to an ad account: identities, pixels, places. */
export function accountRoutes(room: Room): Route[] {
  const get = (path: string, scope: Route["scope"], handle: Route["handle"]): Route => ({
    method: "GET",
    path,
    scope,
    handle,
  });
  return [
    get("/user/info/", "account", showUser),
    get("/advertiser/info/", "account", (call) => showAdvertisers(room, call)),
    get("/identity/get/", "account", (call) => listIdentities(room, call)),
    { method: "POST", path: "/identity/create/", scope: "ads", handle: (call) => createIdentity(room, call) },
    get("/pixel/list/", "pixel", (call) => listPixels(room, call)),
    get("/tool/region/", "account", (call) => listRegions(room, call)),
    get("/tool/language/", "account", (call) => listLanguages(room, call)),
  ];
}

function showUser({ identity, query }: Call): Json {
  onlyKnown(query, []);
  return { core_user_id: identity?.userId, display_name: identity?.name, email: identity?.email };
}

function showAdvertisers(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_ids", "fields"]);
  const ids = idsIn(listIn(call.query, "advertiser_ids"), "advertiser_ids");
  const fields = listIn(call.query, "fields");
  return { list: ids.map((each) => picked(shownAs(advertiserIn(call, each, room.registry)), fields)) };
}

function shownAs(account: Advertiser): Json {
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

function listIdentities(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "identity_type", "identity_authorized_bc_id", "page", "page_size"]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const type = call.query.get("identity_type");
  if (type !== null && !IDENTITY_TYPES.some((each) => each === type))
    throw badParameter(`identity_type: ${type} is not known`);
  const all = room.registry.adIdentities(account.id).filter((each) => !type || each.identity_type === type);
  const { rows, page_info } = pageOf(call.query, all, { max: 100, usual: 20 });
  const identity_list = rows.map((each) => ({
    ...each,
    identity_authorized_bc_id: null,
    profile_image: "https://p16.tiktokcdn.example/avatar.png",
    available_status: each.identity_type === "TT_USER" ? "AVAILABLE" : null,
  }));
  return { identity_list, page_info };
}

function createIdentity(room: Room, call: Call): Json {
  const body = checkedBody(call, {
    advertiser_id: { rule: id, required: true },
    display_name: { rule: words(IDENTITY_NAME_MAX), required: true },
    image_uri: { rule: text(128) },
  });
  const account = advertiserIn(call, body.advertiser_id, room.registry);
  if (
    body.image_uri !== undefined &&
    room.registry.find("images", String(body.image_uri))?.account_id !== account.id
  )
    throw badParameter("image_uri: the image does not exist");
  const identityId = room.registry.nextId();
  keepNewOf(room, "identities", identityId, account.id, {
    identity_id: identityId,
    identity_type: "CUSTOMIZED_USER",
    display_name: body.display_name,
    username: null,
    can_push_video: null,
  });
  failAfterHalf(room, call);
  return { identity_id: identityId };
}

function listPixels(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "pixel_id", "page", "page_size"]);
  const { id: owner, name, pixelId } = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const wanted = call.query.get("pixel_id");
  const pixels = [{ pixel_id: pixelId, pixel_code: `C${pixelId}`, pixel_name: name, advertiser_id: owner }];
  const found = pixels.filter((pixel) => wanted === null || pixel.pixel_id === wanted);
  const { rows, page_info } = pageOf(call.query, found, { max: 20, usual: 10 });
  return { pixels: rows, page_info };
}

function listRegions(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "placements", "objective_type", "level_range", "language"]);
  advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  if (!listIn(call.query, "placements") || !call.query.get("objective_type"))
    throw badParameter("placements and objective_type: Missing data for required field");
  const found = regionInfo(call.query.get("level_range") ?? "ALL");
  if (!found) throw badParameter("level_range: is not known");
  return { region_info: found };
}

function listLanguages(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id"]);
  advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  return {
    languages: [
      { code: "ar", name: "Arabic" },
      { code: "en", name: "English" },
    ],
  };
}
