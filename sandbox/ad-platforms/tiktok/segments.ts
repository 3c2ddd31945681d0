import { isHashed } from "../shared/conversions.ts";
import type { CustomerList } from "../shared/customer-lists.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { badParameter, notFound } from "./errors.ts";
import { paginate } from "./query.ts";
import type { Context } from "./registry.ts";
import { type Call, type Route, requireAdvertiser, requireBody } from "./router.ts";

const PEOPLE_MAX = 10_000;
const SCHEMAS = ["EMAIL_SHA256", "PHONE_SHA256", "IDFA_SHA256", "GAID_SHA256"];

/** Audience segments (TikTok API for Business: Audience segment, Segment mapping, Get all audiences). */
export function segmentRoutes(context: Context): Route[] {
  return [
    {
      method: "GET",
      path: "/dmp/custom_audience/list/",
      scope: "audience",
      handle: (call) => list(context, call),
    },
    {
      method: "POST",
      path: "/segment/audience/",
      scope: "audience",
      handle: (call) => change(context, call),
    },
    { method: "POST", path: "/segment/mapping/", scope: "audience", handle: (call) => map(context, call) },
  ];
}

const present = ({ id, name, members }: CustomerList): Json => ({
  audience_id: id,
  name,
  audience_type: "Customer File",
  cover_num: members.length,
  is_valid: members.length >= 1_000,
});

function list({ registry, customerLists }: Context, call: Call): Json {
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), registry);
  const { rows, page_info } = paginate(call.query, customerLists.listInAccount(account.id));
  return { list: rows.map(present), page_info };
}

function change({ registry, customerLists, world }: Context, call: Call): Json {
  const body = requireBody(call);
  const account = requireAdvertiser(call, body.advertiser_id, registry);
  if (body.action === "create") {
    const { custom_audience_name: name } = body;
    if (typeof name !== "string" || name === "" || name.length > 128)
      throw badParameter("custom_audience_name: a name of at most 128 characters is required");
    const id = `1791${world.ids.number("tiktok/audience", 15)}`;
    return { audience_id: customerLists.create(account.id, id, name).id };
  }
  if (body.action !== "delete") throw badParameter("action: must be create or delete");
  customerLists.markDeleted(requireList(customerLists, account.id, body.audience_id));
  return {};
}

function map({ registry, customerLists }: Context, call: Call): Json {
  const body = requireBody(call);
  const [advertiserId] = Array.isArray(body.advertiser_ids) ? body.advertiser_ids : [];
  const account = requireAdvertiser(call, advertiserId, registry);
  const { action, id_schema: schema, batch_data: people } = body;
  if (action !== "add" && action !== "delete") throw badParameter("action: must be add or delete");
  if (!Array.isArray(schema) || !schema.every((each) => SCHEMAS.includes(String(each))))
    throw badParameter(`id_schema: must be of ${SCHEMAS.join(", ")}`);
  if (!Array.isArray(people) || people.length === 0 || people.length > PEOPLE_MAX)
    throw badParameter(`batch_data: 1 to ${PEOPLE_MAX} people are required`);
  for (const person of people as unknown[]) {
    if (!Array.isArray(person) || person.length !== schema.length)
      throw badParameter("batch_data: each person needs one entry for each identifier of id_schema");
    for (const entry of person) {
      if (!isObject(entry)) throw badParameter("batch_data: entries must be objects");
      if (entry.id === undefined) continue;
      if (!isHashed(entry.id)) throw badParameter("batch_data.id: must be hashed with SHA-256");
      for (const audienceId of (entry.audience_ids ?? []) as unknown[]) {
        const list = requireList(customerLists, account.id, audienceId);
        customerLists[action === "add" ? "add" : "remove"](list, [String(entry.id)]);
      }
    }
  }
  return {};
}

function requireList(lists: Context["customerLists"], accountId: string, id: unknown): CustomerList {
  const found = lists.find(accountId, String(id));
  if (!found) throw notFound("audience", String(id));
  return found;
}
