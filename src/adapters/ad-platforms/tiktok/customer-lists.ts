import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { CustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";

const listed = z.looseObject({ audience_id: z.coerce.string(), name: z.string() });
const created = z.looseObject({ audience_id: z.coerce.string() });

/** Audience segments through TikTok's streaming interface (TikTok API for Business, Audience segment, Segment mapping). */
export function makeCustomerLists(client: ApiClient): CustomerListKeeper {
  const map = (
    action: "add" | "delete",
    { accessToken, adAccountId }: { accessToken: string; adAccountId: string },
    listId: string,
    contacts: readonly HashedContact[],
  ) =>
    client.post(accessToken, "/segment/mapping/", {
      advertiser_ids: [adAccountId],
      action,
      id_schema: ["EMAIL_SHA256", "PHONE_SHA256"],
      batch_data: contacts.map(({ email, phone }) => [
        toIdentifier(email?.plain, listId),
        toIdentifier(phone?.e164, listId),
      ]),
    });

  return {
    async ensureCustomerList({ accessToken, adAccountId: advertiser_id }, name) {
      const query = { advertiser_id };
      for await (const raw of client.list(accessToken, "/dmp/custom_audience/list/", query, 100)) {
        const found = parseAs(listed, raw);
        if (found.name === name) return found.audience_id;
      }
      const body = { advertiser_id, custom_audience_name: name, action: "create" };
      return parseAs(created, await client.post(accessToken, "/segment/audience/", body)).audience_id;
    },
    async addCustomers(account, listId, contacts) {
      await map("add", account, listId, contacts);
    },
    async removeCustomers(account, listId, contacts) {
      await map("delete", account, listId, contacts);
    },
    async deleteCustomerList({ accessToken, adAccountId: advertiser_id }, audience_id) {
      try {
        await client.post(accessToken, "/segment/audience/", {
          advertiser_id,
          audience_id,
          action: "delete",
        });
      } catch (error) {
        if (!isFault(error, "rejected") || error.messageKey !== "ad_accounts:not_found_there") throw error;
      }
    },
  };
}

/** An empty object for an identifier that is not known. */
const toIdentifier = (hash: string | undefined, listId: string): Json =>
  hash === undefined ? {} : { id: hash, audience_ids: [listId] };
