import { isHashed } from "../shared/conversions.ts";
import type { CustomerList } from "../shared/customer-lists.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { type Call, type Context, requireAccount, requireRead, requireWrite } from "./call.ts";
import { invalid, unknownObject } from "./errors.ts";
import { paginate } from "./paging.ts";

/** Custom Audience Users: ten thousand people in one request. */
const USERS_MAX = 10_000;

const present = ({ id, name }: CustomerList): Json => ({
  id,
  name,
  subtype: "CUSTOM",
  operation_status: { code: 200, description: "Normal" },
});

const accountIdIn = (call: Call) => (call.path[0] ?? "").replace(/^act_/, "");

export function listAudiences(context: Context, call: Call): Json {
  const account = requireAccount(call, context.registry, accountIdIn(call));
  requireRead(call);
  return paginate(call, context.customerLists.listInAccount(account.id), present);
}

export function createAudience(context: Context, call: Call): Json {
  const account = requireAccount(call, context.registry, accountIdIn(call));
  requireWrite(call, account);
  const { name, subtype, customer_file_source: source } = call.params;
  if (typeof name !== "string" || name === "") throw invalid("name is required", { blame: ["name"] });
  if (subtype !== "CUSTOM" || source !== "USER_PROVIDED_ONLY")
    throw invalid("Only customer files provided by users are served here", {
      blame: ["customer_file_source"],
    });
  const id = `2385${context.world.ids.number("meta/audience", 13)}`;
  return { id: context.customerLists.create(account.id, id, name).id };
}

export function deleteAudience(context: Context, call: Call): Json {
  context.customerLists.markDeleted(requireAudience(context, call));
  return { success: true };
}

/** POST and DELETE {audience}/users. */
export function changeUsers(context: Context, call: Call, act: "add" | "remove"): Json {
  const list = requireAudience(context, call);
  const payload: unknown =
    typeof call.params.payload === "string" ? JSON.parse(call.params.payload) : call.params.payload;
  const { schema, data } = isObject(payload) ? payload : {};
  if (!Array.isArray(schema) || !schema.every((each) => each === "EMAIL" || each === "PHONE"))
    throw invalid("payload.schema must name EMAIL or PHONE", { blame: ["payload"] });
  if (!Array.isArray(data) || data.length === 0)
    throw invalid("payload.data is required", { blame: ["payload"] });
  if (data.length > USERS_MAX) throw invalid(`At most ${USERS_MAX} people can be sent at once`);
  const hashes = (data as unknown[][]).flat().filter((value) => value !== "");
  if (!hashes.every(isHashed))
    throw invalid("payload.data must be hashed with SHA-256", { blame: ["payload"] });
  context.customerLists[act](list, hashes as string[]);
  return { audience_id: list.id, num_received: data.length, num_invalid_entries: 0 };
}

function requireAudience({ customerLists, registry }: Context, call: Call): CustomerList {
  const id = call.path[0] ?? "";
  const list = customerLists.findAnywhere(id);
  if (!list) throw unknownObject(id, call.method);
  const account = requireAccount(call, registry, list.account_id);
  requireWrite(call, account);
  return list;
}
