import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import { type ApiClient, loadRows } from "./api-client.ts";

const accessibleCustomersSchema = z.looseObject({ resourceNames: z.array(z.string()).default([]) });
const account = z.looseObject({
  id: z.string(),
  descriptiveName: z.string().default(""),
  currencyCode: z.string(),
  timeZone: z.string(),
  manager: z.boolean().default(false),
  status: z.string(),
});
const customerRow = z.looseObject({ customer: account });
const clientRow = z.looseObject({ customerClient: account });
const conversionRow = z.looseObject({ conversionAction: z.looseObject({ id: z.string() }) });

const selectFields = (resource: string) =>
  ["id", "descriptive_name", "currency_code", "time_zone", "manager", "status"]
    .map((field) => `${resource}.${field}`)
    .join(", ");

/**
 * The accounts that the token's user may advertise with (Google Ads API, Account management). An organization is the
 * manager account through which the others are reached; an account reached directly is its own organization.
 */
export function makeAccessibleAccounts(client: ApiClient): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const { resourceNames } = parseAs(
        accessibleCustomersSchema,
        await client.getPath(accessToken, "customers:listAccessibleCustomers"),
      );
      const found: AccessibleOrganization[] = [];
      for (const name of resourceNames) {
        const organization = await findOrganization(client, accessToken, name.slice("customers/".length));
        if (organization) found.push(organization);
      }
      return found;
    },
    async findPixel(accessToken, { organizationId, adAccountId }) {
      const query =
        "SELECT conversion_action.id FROM conversion_action WHERE conversion_action.status = 'ENABLED' AND conversion_action.category = 'PURCHASE' ORDER BY conversion_action.id LIMIT 1";
      const [first] = await loadRows(
        client,
        { accessToken, organizationId, adAccountId },
        query,
        conversionRow,
      );
      return first?.conversionAction.id ?? null;
    },
  };
}

/** Null for an account that is closed or not set up: Google refuses queries about those. */
async function findOrganization(
  client: ApiClient,
  accessToken: string,
  id: string,
): Promise<AccessibleOrganization | null> {
  const caller = { accessToken, organizationId: id, adAccountId: id };
  try {
    const [row] = await loadRows(
      client,
      caller,
      `SELECT ${selectFields("customer")} FROM customer`,
      customerRow,
    );
    if (!row) return null;
    const { customer } = row;
    if (!customer.manager)
      return {
        id,
        name: formatDisplayName(customer),
        adAccounts: [toAccessibleAdAccount(customer)],
        profiles: [],
      };
    const query = `SELECT ${selectFields("customer_client")} FROM customer_client WHERE customer_client.manager = FALSE`;
    const clients = await loadRows(client, caller, query, clientRow);
    const adAccounts = clients.map(({ customerClient }) => toAccessibleAdAccount(customerClient));
    return { id, name: formatDisplayName(customer), adAccounts, profiles: [] };
  } catch (error) {
    if (isFault(error, "rejected")) return null;
    throw error;
  }
}

type Account = z.output<typeof account>;

/** Accounts may have no name. Then the fallback is their number, formatted as Google shows it. */
function formatDisplayName({ id, descriptiveName }: Account): string {
  return descriptiveName || id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}

function toAccessibleAdAccount(found: Account): AccessibleAdAccount {
  const { id, currencyCode, timeZone, status } = found;
  const base = { id, name: formatDisplayName(found), currency: currencyCode, timeZone };
  return status === "ENABLED"
    ? { ...base, isUsable: true }
    : { ...base, isUsable: false, reason: "disabled" };
}
