import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { CustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import { listEmails, listPhones } from "../shared/identifier-lists.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

const audience = z.looseObject({ id: z.string(), name: z.string() });

/** Custom audiences of hashed contacts (docs.x.com, X Ads API, Audiences). */
export function makeCustomerLists(client: ApiClient): CustomerListKeeper {
  const toPath = ({ adAccountId }: AdAccountContext) => `/accounts/${adAccountId}/custom_audiences`;
  const sendUsers = (
    operation_type: "Update" | "Delete",
    account: AdAccountContext,
    listId: string,
    contacts: readonly HashedContact[],
  ) =>
    client.call(account.accessToken, {
      method: "POST",
      path: `${toPath(account)}/${listId}/users`,
      json: [
        {
          operation_type,
          params: {
            users: contacts.map((contact) => ({
              email: listEmails([contact], "plain"),
              phone_number: listPhones([contact], "e164"),
            })),
          },
        },
      ],
    });

  return {
    async ensureCustomerList(account, name) {
      for await (const raw of client.list(account.accessToken, toPath(account))) {
        const found = parseAs(audience, raw);
        if (found.name === name) return found.id;
      }
      const parameters = { name };
      const request = { method: "POST" as const, path: toPath(account), parameters };
      return parseAs(audience, await client.write(account.accessToken, request)).id;
    },
    async addCustomers(account, listId, contacts) {
      await sendUsers("Update", account, listId, contacts);
    },
    async removeCustomers(account, listId, contacts) {
      await sendUsers("Delete", account, listId, contacts);
    },
    async deleteCustomerList(account, listId) {
      try {
        await client.call(account.accessToken, { method: "DELETE", path: `${toPath(account)}/${listId}` });
      } catch (error) {
        if (!isFault(error, "rejected") || error.messageKey !== "ad_accounts:not_found_there") throw error;
      }
    },
  };
}
