import type { World } from "../../base/world.ts";
import type { Deliveries } from "../shared/deliveries.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { type Answer, one, success, wrap } from "./envelope.ts";
import { badRequest, forbidden, itemError, notFound } from "./errors.ts";
import {
  presentAccount,
  presentFunding,
  presentObject,
  presentOrganization,
  presentPixel,
  presentProfile,
} from "./present.ts";
import type { Kept, Kind, Registry } from "./registry.ts";
import type { Call, Handler, Route } from "./router.ts";
import { targetingDimension } from "./targeting-lists.ts";

export type Room = { world: World; registry: Registry; deliveries: Deliveries };

const ENTITY_IDS_MAX = 2_000;
const DEFAULT_PAGE = 50;
const PAGE_MAX = 1_000;

/** The account when it exists and the caller belongs to its organisation; else 404 or 403. */
export function accountFor(
  call: Call,
  registry: Registry,
  accountId: string,
): { account: DemoAccount; identity: Identity } {
  const owner = registry.ownerOf(accountId);
  if (!owner) throw notFound();
  if (owner.identity.organization.id !== call.identity.organization.id) throw forbidden();
  return owner;
}

/** The object when it stands and the caller may see it. A deleted one is not found any more. */
export function objectFor(call: Call, registry: Registry, kind: Kind, id: string): Kept {
  const row = registry.find(kind, id);
  if (!row) throw notFound();
  accountFor(call, registry, row.account_id);
  return row;
}

function organizationFor(call: Call, registry: Registry, id: string): Identity {
  const identity = registry.identityOfOrganization(id);
  if (!identity) throw notFound();
  if (identity.organization.id !== call.identity.organization.id) throw forbidden();
  return identity;
}

export function readRoutes(room: Room): Route[] {
  const { registry } = room;
  const present = (row: Kept) => presentObject(row, registry, room.deliveries, room.world.now());
  const get =
    (kind: Kind): Handler =>
    (call) =>
      one(call.requestId, kind, present(objectFor(call, registry, kind, call.params[0] ?? "")));
  const listOf =
    (kind: Kind, above: Kind | "adaccounts"): Handler =>
    (call) => {
      const id = call.params[0] ?? "";
      if (above === "adaccounts") accountFor(call, registry, id);
      else objectFor(call, registry, above, id);
      return pageOf(call, room, kind, rowsUnder(registry, kind, above, id), present);
    };

  return [
    ["GET", /^\/v1\/me$/, (call) => success(call.requestId, { me: presentMe(call.identity) })],
    ["GET", /^\/v1\/me\/organizations$/, listOrganizations],
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)$/,
      (call) =>
        one(
          call.requestId,
          "organizations",
          presentOrganization(organizationFor(call, registry, call.params[0] ?? ""), false),
        ),
    ],
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/adaccounts$/,
      (call) => {
        const identity = organizationFor(call, registry, call.params[0] ?? "");
        return plainPage(
          call,
          room,
          "adaccounts",
          identity.accounts.map((account) => presentAccount(account, identity)),
        );
      },
    ],
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/fundingsources$/,
      (call) => {
        const identity = organizationFor(call, registry, call.params[0] ?? "");
        return plainPage(
          call,
          room,
          "fundingsources",
          identity.accounts.map((account) => presentFunding(account, identity)),
        );
      },
    ],
    [
      "GET",
      /^\/v1\/adaccounts\/([^/]+)$/,
      (call) => {
        const { account, identity } = accountFor(call, registry, call.params[0] ?? "");
        return one(call.requestId, "adaccounts", presentAccount(account, identity));
      },
    ],
    [
      "GET",
      /^\/v1\/adaccounts\/([^/]+)\/pixels$/,
      (call) =>
        plainPage(call, room, "pixels", [
          presentPixel(accountFor(call, registry, call.params[0] ?? "").account),
        ]),
    ],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/campaigns$/, listOf("campaigns", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/adsquads$/, listOf("adsquads", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/ads$/, listOf("ads", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/creatives$/, listOf("creatives", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/media$/, listOf("media", "adaccounts")],
    ["GET", /^\/v1\/campaigns\/([^/]+)\/adsquads$/, listOf("adsquads", "campaigns")],
    ["GET", /^\/v1\/campaigns\/([^/]+)\/ads$/, listOf("ads", "campaigns")],
    ["GET", /^\/v1\/adsquads\/([^/]+)\/ads$/, listOf("ads", "adsquads")],
    ["GET", /^\/v1\/campaigns\/([^/]+)$/, get("campaigns")],
    ["GET", /^\/v1\/adsquads\/([^/]+)$/, get("adsquads")],
    ["GET", /^\/v1\/ads\/([^/]+)$/, get("ads")],
    ["GET", /^\/v1\/creatives\/([^/]+)$/, get("creatives")],
    ["GET", /^\/v1\/media\/([^/]+)$/, get("media")],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_campaigns_by_ids$/, byIds(room, "campaigns", present)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_ad_squads_by_ids$/, byIds(room, "adsquads", present)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_ads_by_ids$/, byIds(room, "ads", present)],
    ["GET", /^\/v1\/targeting\/(.+)$/, listTargeting],
  ];
}

/** businessapi.snapchat.com: public profiles of an organisation. They cannot be made by API. */
export function profileRoutes(room: Room): Route[] {
  return [
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/public_profiles$/,
      (call) => {
        const identity = organizationFor(call, room.registry, call.params[0] ?? "");
        const profiles = identity.profiles.map((profile) => presentProfile(profile, identity));
        return plainPage(call, room, "public_profiles", profiles, { host: "snapchat-business", least: 1 });
      },
    ],
  ];
}

function presentMe(identity: Identity): Json {
  return {
    id: identity.userId,
    email: identity.email,
    display_name: identity.name,
    organization_id: identity.organization.id,
    member_status: "MEMBER",
  };
}

function listOrganizations(call: Call): Answer {
  const withAccounts = call.query.get("with_ad_accounts") === "true";
  return one(call.requestId, "organizations", presentOrganization(call.identity, withAccounts));
}

function listTargeting(call: Call): Answer {
  const dimension = targetingDimension(call.params[0] ?? "");
  if (!dimension) throw notFound();
  const found = Object.entries(dimension.entries).map(([id, name]) => wrap(dimension.key, { id, name }));
  return success(call.requestId, { targeting_dimensions: found });
}

function rowsUnder(registry: Registry, kind: Kind, above: Kind | "adaccounts", id: string): Kept[] {
  if (above === "adaccounts") return registry.inAccount(kind, id);
  if (kind === "ads" && above === "campaigns") {
    const squads = registry.childrenOf("adsquads", id);
    return squads.flatMap((squad) => registry.childrenOf("ads", squad.id)).sort((a, b) => a.turn - b.turn);
  }
  return registry.childrenOf(kind, id);
}

function byIds(room: Room, kind: Kind, present: (row: Kept) => Json): Handler {
  return (call) => {
    const accountId = call.params[0] ?? "";
    accountFor(call, room.registry, accountId);
    const asked = isObject(call.body) ? call.body.entity_ids : undefined;
    const isSound =
      Array.isArray(asked) && asked.every((entry) => isObject(entry) && typeof entry.id === "string");
    if (!isSound || asked.length === 0) throw badRequest('entity_ids must be a list of {"id": …}');
    if (asked.length > ENTITY_IDS_MAX) throw badRequest(`at most ${ENTITY_IDS_MAX} ids can be asked for`);
    const found = asked.map((entry: { id: string }) => {
      const row = room.registry.find(kind, entry.id);
      return row?.account_id === accountId
        ? wrap(kind, present(row))
        : itemError({ code: "E3003", message: `${entry.id} was not found` });
    });
    return success(call.requestId, { [kind]: found });
  };
}

/** A page of objects: creation order, 50 when no limit is given, `next_link` as long as there is more. */
function pageOf(call: Call, room: Room, kind: Kind, rows: Kept[], present: (row: Kept) => Json): Answer {
  const isWithDeleted = call.query.get("read_deleted_entities") === "true";
  const kept = inOrder(call, rows).filter((row) => isWithDeleted || !row.deleted);
  return slice(call, room, kind, kept, present, { host: "snapchat", least: 50 });
}

/** `sort=created_at-desc` or `-asc`; Snapchat names no other that the product could use. */
function inOrder(call: Call, rows: Kept[]): Kept[] {
  const sort = call.query.get("sort") ?? "created_at-asc";
  if (!/^(created_at|updated_at)-(asc|desc)$/.test(sort)) throw badRequest(`sort ${sort} is not known`);
  const [field = "created_at", way] = sort.split("-");
  const key = (row: Kept) => (field === "created_at" ? row.turn : Date.parse(String(row.wire.updated_at)));
  return rows.toSorted((a, b) => (way === "desc" ? key(b) - key(a) : key(a) - key(b)));
}

function plainPage(
  call: Call,
  room: Room,
  plural: string,
  objects: Json[],
  page = { host: "snapchat", least: 50 },
): Answer {
  return slice(call, room, plural, objects, (object) => object, page);
}

function slice<Row>(
  call: Call,
  room: Room,
  plural: string,
  rows: Row[],
  present: (row: Row) => Json,
  page: { host: string; least: number },
): Answer {
  const limitText = call.query.get("limit");
  const limit = limitText === null ? DEFAULT_PAGE : Number(limitText);
  if (!Number.isInteger(limit) || limit < page.least || limit > PAGE_MAX)
    throw badRequest(`limit must be between ${page.least} and ${PAGE_MAX}`);
  const from = readCursor(call.query.get("cursor"));
  const shown = rows.slice(from, from + limit).map((row) => wrap(plural, present(row)));
  if (from + limit >= rows.length) return success(call.requestId, { paging: {}, [plural]: shown });
  const next = new URL(`${room.world.url(page.host)}${call.url.pathname}${call.url.search}`);
  next.searchParams.set("cursor", Buffer.from(`at:${from + limit}`).toString("base64url"));
  return success(call.requestId, { paging: { next_link: next.href }, [plural]: shown });
}

function readCursor(cursor: string | null): number {
  if (cursor === null) return 0;
  const at = /^at:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1];
  if (at === undefined) throw badRequest("cursor is not valid");
  return Number(at);
}
