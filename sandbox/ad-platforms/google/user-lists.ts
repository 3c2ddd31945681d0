import { isObject, type Json } from "../shared/field-table.ts";
import {
  checkIdentifiers,
  type DataManagerCall,
  type DataManagerRoute,
  invalidField,
  keepRequest,
  RequestFault,
  toDestinationId,
} from "./data-manager.ts";
import type { Context } from "./registry.ts";

/** Data Manager API: ten thousand members in one request. */
const MEMBERS_MAX = 10_000;

const present = (accountId: string, { id, name }: { id: string; name: string }): Json => ({
  name: `accountTypes/GOOGLE_ADS/accounts/${accountId}/userLists/${id}`,
  id,
  displayName: name,
  membershipStatus: "OPEN",
});

/** Lists, creates and deletes the Customer Match lists of an account (userLists). */
export function handleUserLists(
  { customerLists, world, findCustomer }: Context,
  {
    method,
    identity,
    accountId,
    listId,
    body,
  }: { method: string; identity: string; accountId: string; listId: string | null; body: Json },
): Json {
  if (findCustomer(accountId)?.identity.key !== identity)
    throw new RequestFault(403, "PERMISSION_DENIED", "The caller does not have permission");
  if (method === "GET" && listId === null)
    return { userLists: customerLists.listInAccount(accountId).map((list) => present(accountId, list)) };
  if (method === "POST" && listId === null) {
    const { displayName, ingestedUserListInfo: info } = body;
    if (typeof displayName !== "string" || displayName === "")
      throw invalidField("user_list.display_name", "REQUIRED_FIELD_MISSING", "A name is required.");
    if (!isObject(info) || !Array.isArray(info.uploadKeyTypes) || !info.uploadKeyTypes.includes("CONTACT_ID"))
      throw invalidField(
        "user_list.ingested_user_list_info",
        "INVALID_VALUE",
        "Only CONTACT_ID is served here.",
      );
    const id = String(world.ids.number("google/user-list", 10));
    return present(accountId, customerLists.create(accountId, id, displayName));
  }
  const list = listId === null ? null : customerLists.find(accountId, listId);
  if (method !== "DELETE" || !list) throw new RequestFault(404, "NOT_FOUND", "The user list was not found.");
  customerLists.markDeleted(list);
  return {};
}

const change =
  (act: "add" | "remove"): DataManagerRoute =>
  (context: Context, { identity, customer, body }: DataManagerCall) => {
    const members = body.audienceMembers;
    if (!Array.isArray(members) || members.length === 0 || !members.every(isObject))
      throw invalidField("audience_members", "REQUIRED_FIELD_MISSING", "Members are required.");
    if (members.length > MEMBERS_MAX)
      throw invalidField(
        "audience_members",
        "TOO_MANY_MEMBERS",
        `At most ${MEMBERS_MAX} members are allowed.`,
      );
    const terms = isObject(body.termsOfService)
      ? body.termsOfService.customerMatchTermsOfServiceStatus
      : undefined;
    if (act === "add" && terms !== "ACCEPTED")
      throw invalidField(
        "terms_of_service",
        "TERMS_AND_CONDITIONS_NOT_SIGNED",
        "Customer Match terms are not accepted.",
      );
    const list = context.customerLists.find(customer.id, toDestinationId(body));
    if (!list)
      throw invalidField(
        "destinations[0].product_destination_id",
        "INVALID_DESTINATION",
        "There is no such list.",
      );
    const hashes = members.flatMap((member, index) => {
      const user = isObject(member.userData) ? member.userData.userIdentifiers : undefined;
      checkIdentifiers(user, String(body.encoding ?? ""), `audience_members[${index}].user_data`);
      return (user as Json[]).map((each) => String(each.emailAddress ?? each.phoneNumber));
    });
    context.customerLists[act](list, hashes);
    return {
      requestId: keepRequest(context, {
        identity,
        kind: "members",
        records: members.length,
        errors: new Map(),
      }),
    };
  };

export const memberRoutes: Readonly<Record<string, DataManagerRoute>> = {
  "audienceMembers:ingest": change("add"),
  "audienceMembers:remove": change("remove"),
};
