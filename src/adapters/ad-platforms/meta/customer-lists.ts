import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import type { CustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Graph, Json } from "./graph.ts";

const audience = z.looseObject({ id: z.string(), name: z.string().optional() });

/** Customer file custom audiences (Marketing API, Custom Audience; Custom Audience Users). */
export function makeCustomerLists(graph: Graph): CustomerListKeeper {
  return {
    async ensureCustomerList({ accessToken, adAccountId }, name) {
      const edge = `/act_${adAccountId}/customaudiences`;
      for await (const page of graph.pages(accessToken, edge, { fields: "id,name" })) {
        const found = page.map((raw) => parseAs(audience, raw)).find((each) => each.name === name);
        if (found) return found.id;
      }
      const fields = { name, subtype: "CUSTOM", customer_file_source: "USER_PROVIDED_ONLY" };
      return parseAs(audience, await graph.write(accessToken, edge, fields)).id;
    },
    async addCustomers({ accessToken }, listId, contacts) {
      await graph.write(accessToken, `/${listId}/users`, { payload: toPayload(contacts) });
    },
    async removeCustomers({ accessToken }, listId, contacts) {
      await graph.removeWith(accessToken, `/${listId}/users`, { payload: toPayload(contacts) });
    },
    deleteCustomerList: ({ accessToken }, listId) => graph.remove(accessToken, `/${listId}`),
  };
}

/** One row for each person, an empty text for what is not known; both are hashed already. */
const toPayload = (contacts: readonly HashedContact[]): Json => ({
  schema: ["EMAIL", "PHONE"],
  data: contacts.map(({ email, phone }) => [email?.plain ?? "", phone?.digits ?? ""]),
});
