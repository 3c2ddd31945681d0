import { isHashed } from "../shared/conversions.ts";
import type { CustomerList } from "../shared/customer-lists.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { invalidParameter, missing, notFound, XError } from "./errors.ts";
import { listParams, paginate } from "./lists.ts";
import { parseParams, text } from "./params.ts";
import {
  type ApiResponse,
  type Call,
  type Context,
  type Route,
  requireAccount,
  requireWritableAccount,
  route,
} from "./router.ts";

const OPERATIONS_MAX = 2_500;

/** Custom audiences of hashed contacts (docs.x.com, X Ads API, Audiences). */
export function audienceRoutes(context: Context): Route[] {
  const base = "/accounts/:account_id/custom_audiences";
  return [
    route("GET", base, "read", (call) => listAudiences(context, call)),
    route("POST", base, "write", (call) => createAudience(context, call)),
    route("DELETE", `${base}/:audience_id`, "write", (call) => deleteAudience(context, call)),
    route("POST", `${base}/:audience_id/users`, "write", (call) => changeUsers(context, call)),
  ];
}

const present = ({ id, name, members }: CustomerList): Json => ({
  id,
  name,
  audience_type: "CRM",
  audience_size: members.length,
  targetable: members.length >= 100,
  targetable_types: ["CRM", "EXCLUDED_CRM"],
  deleted: false,
});

function listAudiences(context: Context, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const params = parseParams(listParams, call.rawParams);
  const rows = context.customerLists.listInAccount(account.id);
  return paginate(
    params,
    account.id,
    rows.map((list) => ({ presented: present(list), isDeleted: false })),
  );
}

function createAudience(context: Context, call: Call): ApiResponse {
  const account = requireWritableAccount(call, context.registry);
  const params = parseParams({ name: { read: text(255), required: true } }, call.rawParams);
  const id = context.world.ids.token("x/audience", 5).toLowerCase();
  const list = context.customerLists.create(account.id, id, String(params.name));
  return { params: { account_id: account.id, ...params }, data: present(list) };
}

function requireList(context: Context, call: Call): CustomerList {
  const account = requireWritableAccount(call, context.registry);
  const id = call.path.audience_id ?? "";
  const list = context.customerLists.find(account.id, id);
  if (!list) throw notFound("Custom Audience", id);
  return list;
}

function deleteAudience(context: Context, call: Call): ApiResponse {
  const list = requireList(context, call);
  context.customerLists.markDeleted(list);
  return { params: { ...call.path }, data: { ...present(list), deleted: true } };
}

function changeUsers(context: Context, call: Call): ApiResponse {
  const list = requireList(context, call);
  const operations: unknown = call.body;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > OPERATIONS_MAX)
    throw new XError(400, missing("operations"));
  let count = 0;
  for (const operation of operations as Json[]) {
    const { operation_type: type, params } = operation;
    const users = isObject(params) ? params.users : undefined;
    if ((type !== "Update" && type !== "Delete") || !Array.isArray(users))
      throw new XError(400, invalidParameter("operation_type", "Update or Delete with users is required"));
    const hashes = (users as Json[]).flatMap((user) =>
      ["email", "phone_number"].flatMap((name) => (user[name] ?? []) as unknown[]),
    );
    if (!hashes.every(isHashed))
      throw new XError(400, invalidParameter("users", "Users must be hashed with SHA-256"));
    context.customerLists[type === "Update" ? "add" : "remove"](list, hashes as string[]);
    count += users.length;
  }
  return { params: { ...call.path }, data: { success_count: count, total_count: count } };
}
