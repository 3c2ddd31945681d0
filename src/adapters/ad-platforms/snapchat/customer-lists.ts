import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import type { CustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import { listEmails, listPhones } from "../shared/identifier-lists.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

const segment = z.looseObject({ id: z.string(), name: z.string() });
/** Days a person stays on the list; the refresh puts buyers on it again. */
const retentionDays = 180;

/** Customer lists: segments of first-party data (Snap docs, Customer Lists). Each upload has one kind of identifier. */
export function makeCustomerLists(client: ApiClient): CustomerListKeeper {
  async function sendUsers(
    method: "POST" | "DELETE",
    accessToken: string,
    listId: string,
    contacts: readonly HashedContact[],
  ): Promise<void> {
    const parts = [
      { schema: "EMAIL_SHA256", hashes: listEmails(contacts, "plain") },
      { schema: "PHONE_SHA256", hashes: listPhones(contacts, "digits") },
    ];
    for (const { schema, hashes } of parts) {
      if (hashes.length === 0) continue;
      const json = { users: [{ schema: [schema], data: hashes.map((hash) => [hash]) }] };
      await client.call(`/v1/segments/${listId}/users`, { accessToken, method, json });
    }
  }

  return {
    async ensureCustomerList({ accessToken, adAccountId }, name) {
      const path = `/v1/adaccounts/${adAccountId}/segments`;
      for await (const raw of client.list(accessToken, path, "segments")) {
        const found = parseAs(segment, raw);
        if (found.name === name) return found.id;
      }
      const fields = {
        name,
        source_type: "FIRST_PARTY",
        retention_in_days: retentionDays,
        ad_account_id: adAccountId,
      };
      return parseAs(segment, await client.write(accessToken, "POST", path, "segments", fields)).id;
    },
    addCustomers: ({ accessToken }, listId, contacts) => sendUsers("POST", accessToken, listId, contacts),
    removeCustomers: ({ accessToken }, listId, contacts) =>
      sendUsers("DELETE", accessToken, listId, contacts),
    deleteCustomerList: ({ accessToken }, listId) => client.remove(accessToken, `/v1/segments/${listId}`),
  };
}
