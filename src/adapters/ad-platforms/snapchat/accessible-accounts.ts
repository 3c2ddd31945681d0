import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import type { ApiClient } from "./api-client.ts";

const account = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string().optional(),
  currency: z.string(),
  timezone: z.string(),
  roles: z.array(z.string()).optional(),
});
const organization = z.looseObject({
  id: z.string(),
  name: z.string(),
  ad_accounts: z.array(account).optional(),
});
const profile = z.looseObject({
  id: z.string(),
  display_name: z.string().optional(),
  snap_user_name: z.string().optional(),
});
const idSchema = z.looseObject({ id: z.string() });

/** What the token's user may advertise with (Snap docs, Organizations, Ad Accounts, Public Profiles). */
export function makeAccessibleAccounts(ads: ApiClient, business: ApiClient): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const path = "/v1/me/organizations?with_ad_accounts=true";
      const found: AccessibleOrganization[] = [];
      for await (const raw of ads.list(accessToken, path, "organizations")) {
        const { id, name, ad_accounts = [] } = parseAs(organization, raw);
        // Without a usable ad account the profiles are not needed.
        const profiles = ad_accounts.length > 0 ? await listProfiles(business, accessToken, id) : [];
        found.push({ id, name, adAccounts: ad_accounts.map(toAccessibleAdAccount), profiles });
      }
      return found;
    },
    async findPixel(accessToken, { adAccountId }) {
      for await (const raw of ads.list(accessToken, `/v1/adaccounts/${adAccountId}/pixels`, "pixels", 50))
        return parseAs(idSchema, raw).id;
      return null;
    },
  };
}

function toAccessibleAdAccount({
  id,
  name,
  status,
  currency,
  timezone,
  roles = [],
}: z.output<typeof account>) {
  const isReadOnly = roles.length > 0 && roles.every((role) => role.toLowerCase() === "reports");
  const reason = status && status !== "ACTIVE" ? "disabled" : isReadOnly ? "role_not_enough" : undefined;
  const base = { id, name, currency, timeZone: timezone, isUsable: reason === undefined };
  return (reason ? { ...base, reason } : base) satisfies AccessibleAdAccount;
}

/** Also empty if this user may not see the organization's profiles: for creating ads it makes no difference. */
async function listProfiles(business: ApiClient, accessToken: string, organizationId: string) {
  const profiles: { id: string; name: string }[] = [];
  try {
    const path = `/v1/organizations/${organizationId}/public_profiles`;
    for await (const raw of business.list(accessToken, path, "public_profiles", 50)) {
      const { id, display_name, snap_user_name } = parseAs(profile, raw);
      profiles.push({ id, name: display_name ?? snap_user_name ?? id });
    }
  } catch (error) {
    if (!isFault(error, "rejected")) throw error;
  }
  return profiles;
}
