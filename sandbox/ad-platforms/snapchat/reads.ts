import type { World } from "../../base/world.ts";
import type { Conversions } from "../shared/conversions.ts";
import type { CustomerLists } from "../shared/customer-lists.ts";
import type { Deliveries } from "../shared/deliveries.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { type ApiResponse, one, success, wrap } from "./envelope.ts";
import { badRequest, forbidden, itemError, notFound } from "./errors.ts";
import {
  presentAccount,
  presentFunding,
  presentObject,
  presentOrganization,
  presentPixel,
  presentProfile,
} from "./present.ts";
import type { Kind, Registry, StoredObject } from "./registry.ts";
import type { Call, Handler, Route } from "./router.ts";
import { targetingDimension } from "./targeting-lists.ts";

export type Context = {
  world: World;
  registry: Registry;
  deliveries: Deliveries;
  conversions: Conversions;
  customerLists: CustomerLists;
};

const ENTITY_IDS_MAX = 2_000;
const DEFAULT_PAGE = 50;
const PAGE_MAX = 1_000;

/** The account when it exists and the caller belongs to its organisation; else 404 or 403. */
export function requireAccount(
  call: Call,
  registry: Registry,
  accountId: string,
): { account: DemoAccount; identity: Identity } {
  const owner = registry.findOwner(accountId);
  if (!owner) throw notFound();
  if (owner.identity.organization.id !== call.identity.organization.id) throw forbidden();
  return owner;
}

/** The object when it exists and the caller may see it. A deleted one is not found. */
export function requireObject(call: Call, registry: Registry, kind: Kind, id: string): StoredObject {
  const row = registry.find(kind, id);
  if (!row) throw notFound();
  requireAccount(call, registry, row.account_id);
  return row;
}

function requireOrganization(call: Call, registry: Registry, id: string): Identity {
  const identity = registry.findOrganizationOwner(id);
  if (!identity) throw notFound();
  if (identity.organization.id !== call.identity.organization.id) throw forbidden();
  return identity;
}

export function readRoutes(context: Context): Route[] {
  const { registry } = context;
  const present = (row: StoredObject) =>
    presentObject(row, registry, context.deliveries, context.world.now());
  const get =
    (kind: Kind): Handler =>
    (call) =>
      one(call.requestId, kind, present(requireObject(call, registry, kind, call.params[0] ?? "")));
  const listRoute =
    (kind: Kind, parentKind: Kind | "adaccounts"): Handler =>
    (call) => {
      const id = call.params[0] ?? "";
      if (parentKind === "adaccounts") requireAccount(call, registry, id);
      else requireObject(call, registry, parentKind, id);
      return paginate(call, context, kind, listRowsUnder(registry, kind, parentKind, id), present);
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
          presentOrganization(requireOrganization(call, registry, call.params[0] ?? ""), false),
        ),
    ],
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/adaccounts$/,
      (call) => {
        const identity = requireOrganization(call, registry, call.params[0] ?? "");
        return plainPage(
          call,
          context,
          "adaccounts",
          identity.accounts.map((account) => presentAccount(account, identity)),
        );
      },
    ],
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/fundingsources$/,
      (call) => {
        const identity = requireOrganization(call, registry, call.params[0] ?? "");
        return plainPage(
          call,
          context,
          "fundingsources",
          identity.accounts.map((account) => presentFunding(account, identity)),
        );
      },
    ],
    [
      "GET",
      /^\/v1\/adaccounts\/([^/]+)$/,
      (call) => {
        const { account, identity } = requireAccount(call, registry, call.params[0] ?? "");
        return one(call.requestId, "adaccounts", presentAccount(account, identity));
      },
    ],
    [
      "GET",
      /^\/v1\/adaccounts\/([^/]+)\/pixels$/,
      (call) =>
        plainPage(call, context, "pixels", [
          presentPixel(requireAccount(call, registry, call.params[0] ?? "").account),
        ]),
    ],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/campaigns$/, listRoute("campaigns", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/adsquads$/, listRoute("adsquads", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/ads$/, listRoute("ads", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/creatives$/, listRoute("creatives", "adaccounts")],
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/media$/, listRoute("media", "adaccounts")],
    ["GET", /^\/v1\/campaigns\/([^/]+)\/adsquads$/, listRoute("adsquads", "campaigns")],
    ["GET", /^\/v1\/campaigns\/([^/]+)\/ads$/, listRoute("ads", "campaigns")],
    ["GET", /^\/v1\/adsquads\/([^/]+)\/ads$/, listRoute("ads", "adsquads")],
    ["GET", /^\/v1\/campaigns\/([^/]+)$/, get("campaigns")],
    ["GET", /^\/v1\/adsquads\/([^/]+)$/, get("adsquads")],
    ["GET", /^\/v1\/ads\/([^/]+)$/, get("ads")],
    ["GET", /^\/v1\/creatives\/([^/]+)$/, get("creatives")],
    ["GET", /^\/v1\/media\/([^/]+)$/, get("media")],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_campaigns_by_ids$/, byIds(context, "campaigns", present)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_ad_squads_by_ids$/, byIds(context, "adsquads", present)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/get_ads_by_ids$/, byIds(context, "ads", present)],
    ["GET", /^\/v1\/targeting\/(.+)$/, listTargeting],
  ];
}

/** businessapi.snapchat.com: public profiles of an organisation. They cannot be created by API. */
export function profileRoutes(context: Context): Route[] {
  return [
    [
      "GET",
      /^\/v1\/organizations\/([^/]+)\/public_profiles$/,
      (call) => {
        const identity = requireOrganization(call, context.registry, call.params[0] ?? "");
        const profiles = identity.profiles.map((profile) => presentProfile(profile, identity));
        return plainPage(call, context, "public_profiles", profiles, {
          host: "snapchat-business",
          minimum: 1,
        });
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

function listOrganizations(call: Call): ApiResponse {
  const withAccounts = call.query.get("with_ad_accounts") === "true";
  return one(call.requestId, "organizations", presentOrganization(call.identity, withAccounts));
}

function listTargeting(call: Call): ApiResponse {
  const dimension = targetingDimension(call.params[0] ?? "");
  if (!dimension) throw notFound();
  const found = Object.entries(dimension.entries).map(([id, name]) => wrap(dimension.key, { id, name }));
  return success(call.requestId, { targeting_dimensions: found });
}

function listRowsUnder(
  registry: Registry,
  kind: Kind,
  parentKind: Kind | "adaccounts",
  id: string,
): StoredObject[] {
  if (parentKind === "adaccounts") return registry.listInAccount(kind, id);
  if (kind === "ads" && parentKind === "campaigns") {
    const squads = registry.listChildren("adsquads", id);
    return squads
      .flatMap((squad) => registry.listChildren("ads", squad.id))
      .sort((a, b) => a.sequence - b.sequence);
  }
  return registry.listChildren(kind, id);
}

function byIds(context: Context, kind: Kind, present: (row: StoredObject) => Json): Handler {
  return (call) => {
    const accountId = call.params[0] ?? "";
    requireAccount(call, context.registry, accountId);
    const requestedIds = isObject(call.body) ? call.body.entity_ids : undefined;
    const isSound =
      Array.isArray(requestedIds) &&
      requestedIds.every((entry) => isObject(entry) && typeof entry.id === "string");
    if (!isSound || requestedIds.length === 0) throw badRequest('entity_ids must be a list of {"id": …}');
    if (requestedIds.length > ENTITY_IDS_MAX)
      throw badRequest(`at most ${ENTITY_IDS_MAX} ids can be asked for`);
    const found = requestedIds.map((entry: { id: string }) => {
      const row = context.registry.find(kind, entry.id);
      return row?.account_id === accountId
        ? wrap(kind, present(row))
        : itemError({ code: "E3003", message: `${entry.id} was not found` });
    });
    return success(call.requestId, { [kind]: found });
  };
}

/** A page of objects: creation order, 50 by default, `next_link` while there is more. */
function paginate(
  call: Call,
  context: Context,
  kind: Kind,
  rows: StoredObject[],
  present: (row: StoredObject) => Json,
): ApiResponse {
  const isWithDeleted = call.query.get("read_deleted_entities") === "true";
  const matches = sortRows(call, rows).filter((row) => isWithDeleted || !row.deleted);
  return slice(call, context, kind, matches, present, { host: "snapchat", minimum: 50 });
}

/** `sort=created_at-desc` or `-asc`; Snapchat names no other that the product could use. */
function sortRows(call: Call, rows: StoredObject[]): StoredObject[] {
  const sort = call.query.get("sort") ?? "created_at-asc";
  if (!/^(created_at|updated_at)-(asc|desc)$/.test(sort)) throw badRequest(`sort ${sort} is not known`);
  const [field = "created_at", direction] = sort.split("-");
  const key = (row: StoredObject) =>
    field === "created_at" ? row.sequence : Date.parse(String(row.wire.updated_at));
  return rows.toSorted((a, b) => (direction === "desc" ? key(b) - key(a) : key(a) - key(b)));
}

function plainPage(
  call: Call,
  context: Context,
  plural: string,
  objects: Json[],
  page = { host: "snapchat", minimum: 50 },
): ApiResponse {
  return slice(call, context, plural, objects, (object) => object, page);
}

function slice<Row>(
  call: Call,
  context: Context,
  plural: string,
  rows: Row[],
  present: (row: Row) => Json,
  page: { host: string; minimum: number },
): ApiResponse {
  const limitText = call.query.get("limit");
  const limit = limitText === null ? DEFAULT_PAGE : Number(limitText);
  if (!Number.isInteger(limit) || limit < page.minimum || limit > PAGE_MAX)
    throw badRequest(`limit must be between ${page.minimum} and ${PAGE_MAX}`);
  const from = decodeCursor(call.query.get("cursor"));
  const shown = rows.slice(from, from + limit).map((row) => wrap(plural, present(row)));
  if (from + limit >= rows.length) return success(call.requestId, { paging: {}, [plural]: shown });
  const next = new URL(`${context.world.url(page.host)}${call.url.pathname}${call.url.search}`);
  next.searchParams.set("cursor", Buffer.from(`at:${from + limit}`).toString("base64url"));
  return success(call.requestId, { paging: { next_link: next.href }, [plural]: shown });
}

function decodeCursor(cursor: string | null): number {
  if (cursor === null) return 0;
  const at = /^at:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1];
  if (at === undefined) throw badRequest("cursor is not valid");
  return Number(at);
}
