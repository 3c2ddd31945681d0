import { isHashed } from "../shared/conversions.ts";
import type { CustomerList } from "../shared/customer-lists.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { success } from "./envelope.ts";
import { badRequest, notFound } from "./errors.ts";
import { type Context, requireAccount } from "./reads.ts";
import type { Call, Route } from "./router.ts";

const USERS_MAX = 100_000;
const SCHEMAS = ["EMAIL_SHA256", "PHONE_SHA256", "MOBILE_AD_ID_SHA256"];

/** Customer lists (developers.snap.com, Customer Lists). */
export function segmentRoutes(context: Context): Route[] {
  return [
    ["GET", /^\/v1\/adaccounts\/([^/]+)\/segments$/, (call) => listSegments(context, call)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/segments$/, (call) => createSegment(context, call)],
    ["DELETE", /^\/v1\/segments\/([^/]+)$/, (call) => deleteSegment(context, call)],
    ["POST", /^\/v1\/segments\/([^/]+)\/users$/, (call) => changeUsers(context, call, "add")],
    ["DELETE", /^\/v1\/segments\/([^/]+)\/users$/, (call) => changeUsers(context, call, "remove")],
  ];
}

const wrap = ({ id, name, account_id, members }: CustomerList): Json => ({
  sub_request_status: "SUCCESS",
  segment: {
    id,
    name,
    ad_account_id: account_id,
    source_type: "FIRST_PARTY",
    approximate_number_users: members.length,
    status: "ACTIVE",
    targetable_status: members.length < 1_000 ? "TOO_FEW_USERS" : "READY",
  },
});

function listSegments({ registry, customerLists }: Context, call: Call) {
  const { account } = requireAccount(call, registry, call.params[0] ?? "");
  return success(call.requestId, { segments: customerLists.listInAccount(account.id).map(wrap) });
}

function createSegment({ registry, customerLists, world }: Context, call: Call) {
  const { account } = requireAccount(call, registry, call.params[0] ?? "");
  const segments = isObject(call.body) ? call.body.segments : undefined;
  const [segment] = Array.isArray(segments) ? (segments as Json[]) : [];
  if (!isObject(segment) || typeof segment.name !== "string" || segment.name.length > 375)
    throw badRequest("name must be a text of at most 375 characters");
  if (segment.source_type !== "FIRST_PARTY" || !Number.isInteger(segment.retention_in_days))
    throw badRequest("source_type FIRST_PARTY and retention_in_days are required");
  const list = customerLists.create(account.id, world.ids.uuid("snapchat/segment"), segment.name);
  return success(call.requestId, { segments: [wrap(list)] });
}

function deleteSegment(context: Context, call: Call) {
  const list = requireSegment(context, call);
  context.customerLists.markDeleted(list);
  return success(call.requestId, { segments: [wrap(list)] });
}

/** One kind of identifier in each upload; each person is a list of one hash. */
function changeUsers(context: Context, call: Call, act: "add" | "remove") {
  const list = requireSegment(context, call);
  const users = isObject(call.body) ? call.body.users : undefined;
  const [upload] = Array.isArray(users) ? (users as Json[]) : [];
  const { schema, data } = isObject(upload) ? upload : {};
  const isKnown = Array.isArray(schema) && schema.length === 1 && SCHEMAS.includes(String(schema[0]));
  if (!isKnown) throw badRequest(`schema must be one of ${SCHEMAS.join(", ")}`);
  if (!Array.isArray(data) || data.length === 0 || data.length > USERS_MAX)
    throw badRequest(`data must hold 1 to ${USERS_MAX} people`);
  const hashes = (data as unknown[]).flat();
  if (!hashes.every(isHashed)) throw badRequest("data must be SHA-256 hashes");
  context.customerLists[act](list, hashes as string[]);
  return success(call.requestId, {
    users: [{ sub_request_status: "SUCCESS", user: { number_uploaded_users: data.length } }],
  });
}

function requireSegment({ customerLists, registry }: Context, call: Call): CustomerList {
  const list = customerLists.findAnywhere(call.params[0] ?? "");
  if (!list) throw notFound();
  requireAccount(call, registry, list.account_id);
  return list;
}
