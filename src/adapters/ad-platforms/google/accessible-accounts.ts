import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AccessibleAdAccount, AccessibleOrganization } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { allRows, type Wire } from "./wire.ts";

const reachable = z.looseObject({ resourceNames: z.array(z.string()).default([]) });
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

const fieldsOf = (resource: string) =>
  ["id", "descriptive_name", "currency_code", "time_zone", "manager", "status"]
    .map((field) => `${resource}.${field}`)
    .join(", ");

/**
 * What the person behind the token may advertise with (Google Ads API, Account management). An organisation is the manager
 * account that the others are reached through; an account reached directly is its own.
 */
export function makeAccessibleAccounts(wire: Wire): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const { resourceNames } = readAs(
        reachable,
        await wire.own(accessToken, "customers:listAccessibleCustomers"),
      );
      const found: AccessibleOrganization[] = [];
      for (const name of resourceNames) {
        const organization = await organizationOf(wire, accessToken, name.slice("customers/".length));
        if (organization) found.push(organization);
      }
      return found;
    },
    async findPixel(accessToken, { organizationId, adAccountId }) {
      const query =
        "SELECT conversion_action.id FROM conversion_action WHERE conversion_action.status = 'ENABLED' AND conversion_action.category = 'PURCHASE' ORDER BY conversion_action.id LIMIT 1";
      const [first] = await allRows(wire, { accessToken, organizationId, adAccountId }, query, conversionRow);
      return first?.conversionAction.id ?? null;
    },
  };
}

/** Null for an account that is closed or not set up: Google answers nothing about those. */
async function organizationOf(
  wire: Wire,
  accessToken: string,
  id: string,
): Promise<AccessibleOrganization | null> {
  const caller = { accessToken, organizationId: id, adAccountId: id };
  try {
    const [row] = await allRows(wire, caller, `SELECT ${fieldsOf("customer")} FROM customer`, customerRow);
    if (!row) return null;
    const { customer } = row;
    if (!customer.manager)
      return { id, name: nameOf(customer), adAccounts: [offered(customer)], profiles: [] };
    const query = `SELECT ${fieldsOf("customer_client")} FROM customer_client WHERE customer_client.manager = FALSE`;
    const clients = await allRows(wire, caller, query, clientRow);
    const adAccounts = clients.map(({ customerClient }) => offered(customerClient));
    return { id, name: nameOf(customer), adAccounts, profiles: [] };
  } catch (error) {
    if (isFault(error, "rejected")) return null;
    throw error;
  }
}

type Account = z.output<typeof account>;

/** Accounts need not have names; then their number, as Google writes it, is what people know. */
function nameOf({ id, descriptiveName }: Account): string {
  return descriptiveName || id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}

function offered(found: Account): AccessibleAdAccount {
  const { id, currencyCode, timeZone, status } = found;
  const base = { id, name: nameOf(found), currency: currencyCode, timeZone };
  return status === "ENABLED"
    ? { ...base, isUsable: true }
    : { ...base, isUsable: false, reason: "disabled" };
}
