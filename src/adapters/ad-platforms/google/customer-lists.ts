import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { CustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { toUserIdentifiers } from "./conversions.ts";
import { type DataManagerClient, type Json, readRequestId, toDestination } from "./data-manager-client.ts";

const userList = z.looseObject({ id: z.string(), displayName: z.string() });
const page = z.looseObject({
  userLists: z.array(userList).default([]),
  nextPageToken: z.string().optional(),
});
/** Days a person stays on the list, the most that Customer Match allows (Data Manager API, UserList). */
const membershipSeconds = 540 * 86_400;

/** Customer Match lists through the Data Manager API (Create an audience; Upload members to an audience). */
export function makeCustomerLists(client: DataManagerClient): CustomerListKeeper {
  const toPath = ({ adAccountId }: AdAccountContext) =>
    `accountTypes/GOOGLE_ADS/accounts/${adAccountId}/userLists`;
  const sendMembers = async (
    act: "ingest" | "remove",
    account: AdAccountContext,
    listId: string,
    contacts: readonly HashedContact[],
  ) => {
    const body = {
      destinations: [toDestination(account, listId)],
      audienceMembers: contacts.map((contact) => ({
        userData: { userIdentifiers: toUserIdentifiers(contact) },
      })),
      encoding: "HEX",
      // Contacts are shared only with the merchant's declaration that their shoppers agreed.
      ...(act === "ingest" ? consentAndTerms : {}),
    };
    readRequestId(await client.post(account.accessToken, `audienceMembers:${act}`, body));
  };

  return {
    async ensureCustomerList(account, name) {
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({ pageSize: "1000", ...(pageToken ? { pageToken } : {}) });
        const found = parseAs(page, await client.get(account.accessToken, `${toPath(account)}?${query}`));
        const known = found.userLists.find(({ displayName }) => displayName === name);
        if (known) return known.id;
        pageToken = found.nextPageToken;
      } while (pageToken);
      const list = {
        displayName: name,
        membershipDuration: `${membershipSeconds}s`,
        ingestedUserListInfo: {
          uploadKeyTypes: ["CONTACT_ID"],
          contactIdInfo: { dataSourceType: "DATA_SOURCE_TYPE_FIRST_PARTY" },
        },
      };
      return parseAs(userList, await client.post(account.accessToken, toPath(account), list)).id;
    },
    addCustomers: (account, listId, contacts) => sendMembers("ingest", account, listId, contacts),
    removeCustomers: (account, listId, contacts) => sendMembers("remove", account, listId, contacts),
    async deleteCustomerList(account, listId) {
      try {
        await client.remove(account.accessToken, `${toPath(account)}/${listId}`);
      } catch (error) {
        if (!isFault(error, "rejected") || error.messageKey !== "ad_accounts:not_found_there") throw error;
      }
    },
  };
}

const consentAndTerms: Json = {
  consent: { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" },
  termsOfService: { customerMatchTermsOfServiceStatus: "ACCEPTED" },
};
