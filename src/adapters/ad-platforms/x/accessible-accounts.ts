import { z } from "zod";
import { noCurrency } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import type { ApiClient, Json } from "./api-client.ts";

const account = z.looseObject({
  id: z.string(),
  name: z.string(),
  timezone: z.string(),
  approval_status: z.string(),
});
const access = z.looseObject({ permissions: z.array(z.string()) });
const funding = z.looseObject({ id: z.string(), currency: z.string(), able_to_fund: z.boolean() });
const promotable = z.looseObject({ user_id: z.string(), promotable_user_type: z.string() });
const tag = z.looseObject({ id: z.string(), type: z.string().nullish() });

/** Roles that may create campaigns (X docs, Ads API, authenticated user access). */
const advertiserRoles = ["ACCOUNT_ADMIN", "AD_MANAGER"];

/** What the token's user may advertise with. X has no organizations: each ad account is offered as its own. */
export function makeAccessibleAccounts(client: ApiClient): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const found: AccessibleOrganization[] = [];
      for await (const raw of client.list(accessToken, "/accounts"))
        found.push(await loadOrganization(client, accessToken, parseAs(account, raw)));
      return found;
    },
    async findPixel(accessToken, { adAccountId }) {
      const tags: z.output<typeof tag>[] = [];
      for await (const raw of client.list(accessToken, `/accounts/${adAccountId}/web_event_tags`))
        tags.push(parseAs(tag, raw));
      return (tags.find(({ type }) => type === "PURCHASE") ?? tags[0])?.id ?? null;
    },
  };
}

async function loadOrganization(
  client: ApiClient,
  token: string,
  { id, name, timezone, approval_status }: z.output<typeof account>,
) {
  const [{ permissions }, instruments, users] = await Promise.all([
    client.read(token, `/accounts/${id}/authenticated_user_access`).then((raw) => parseAs(access, raw)),
    listFundingInstruments(client, token, id),
    collect(client.list(token, `/accounts/${id}/promotable_users`)),
  ]);
  const adAccount: AccessibleAdAccount = {
    id,
    name,
    currency:
      (instruments.find(({ able_to_fund }) => able_to_fund) ?? instruments[0])?.currency ?? noCurrency,
    timeZone: timezone,
    ...toUsability(approval_status, permissions),
  };
  // Only the account's own user can post for ads; others' posts can only be promoted. X returns no user name here.
  const profiles = users
    .map((raw) => parseAs(promotable, raw))
    .filter(({ promotable_user_type }) => promotable_user_type === "FULL")
    .map(({ user_id }) => ({ id: user_id, name }));
  return { id, name, adAccounts: [adAccount], profiles };
}

function toUsability(
  approval: string,
  permissions: readonly string[],
): Pick<AccessibleAdAccount, "isUsable" | "reason"> {
  if (approval === "REJECTED") return { isUsable: false, reason: "disabled" };
  if (!permissions.some((permission) => advertiserRoles.includes(permission)))
    return { isUsable: false, reason: "role_not_enough" };
  return { isUsable: true };
}

/** The account's funding instruments. */
export async function listFundingInstruments(client: ApiClient, token: string, accountId: string) {
  const raw = await collect(client.list(token, `/accounts/${accountId}/funding_instruments`));
  return raw.map((one) => parseAs(funding, one));
}

/** Collects all pages of a list; only for short lists. */
export async function collect(list: AsyncIterable<Json>): Promise<Json[]> {
  const found: Json[] = [];
  for await (const one of list) found.push(one);
  return found;
}
