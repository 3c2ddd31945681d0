import { z } from "zod";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import type { Graph } from "./graph.ts";

const account = z.looseObject({
  account_id: z.string(),
  name: z.string().catch(""),
  currency: z.string(),
  timezone_name: z.string(),
  account_status: z.number(),
  business: z.looseObject({ id: z.string(), name: z.string() }).optional(),
  user_tasks: z.array(z.string()).optional(),
});
type Account = z.output<typeof account>;
const page = z.looseObject({ id: z.string(), name: z.string(), tasks: z.array(z.string()).optional() });
const person = z.looseObject({ id: z.string(), name: z.string() });
const pixel = z.looseObject({ id: z.string(), is_unavailable: z.boolean().optional() });

/** Marketing API, ad-account: active, and in the grace period after a failed payment. */
const usableStatuses = [1, 9];
const accountFields = "account_id,name,currency,timezone_name,account_status,business{id,name},user_tasks";

/** What the token's user may advertise with: their ad accounts by business, and their Pages. */
export function makeAccessibleAccounts(graph: Graph): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const me = parseAs(person, await graph.read(accessToken, "/me", { fields: "id,name" }));
      const profiles = await listPages(graph, accessToken);
      const businesses = new Map<string, AccessibleOrganization & { adAccounts: AccessibleAdAccount[] }>();
      // An account without a business belongs to the user.
      const own = { id: me.id, name: me.name };
      for await (const found of graph.pages(accessToken, "/me/adaccounts", { fields: accountFields })) {
        for (const raw of found) {
          const read = parseAs(account, raw);
          const { id, name } = read.business ?? own;
          const business = businesses.get(id) ?? { id, name, adAccounts: [], profiles };
          businesses.set(id, business);
          business.adAccounts.push(toAccessibleAdAccount(read));
        }
      }
      return businesses.size > 0 ? [...businesses.values()] : [{ ...own, adAccounts: [], profiles }];
    },
    async findPixel(accessToken, { adAccountId }) {
      const path = `/act_${adAccountId}/adspixels`;
      for await (const found of graph.pages(accessToken, path, {
        fields: "id,is_unavailable",
        limit: "100",
      })) {
        const usable = found.map((raw) => parseAs(pixel, raw)).find((each) => !each.is_unavailable);
        if (usable) return usable.id;
      }
      return null;
    },
  };
}

function toAccessibleAdAccount({
  account_id,
  name,
  currency,
  timezone_name,
  account_status,
  user_tasks,
}: Account) {
  const isDisabled = !usableStatuses.includes(account_status);
  const isReadOnly =
    user_tasks !== undefined && !user_tasks.some((task) => task === "ADVERTISE" || task === "MANAGE");
  const reason = isDisabled ? "disabled" : isReadOnly ? "role_not_enough" : undefined;
  const base = {
    id: account_id,
    name: name || account_id,
    currency,
    timeZone: timezone_name,
    isUsable: !reason,
  };
  return (reason ? { ...base, reason } : base) satisfies AccessibleAdAccount;
}

/** The Pages this user may advertise as. */
async function listPages(graph: Graph, accessToken: string) {
  const profiles: { id: string; name: string }[] = [];
  for await (const found of graph.pages(accessToken, "/me/accounts", {
    fields: "id,name,tasks",
    limit: "100",
  })) {
    for (const raw of found) {
      const { id, name, tasks } = parseAs(page, raw);
      if (!tasks || tasks.includes("ADVERTISE")) profiles.push({ id, name });
    }
  }
  return profiles;
}
