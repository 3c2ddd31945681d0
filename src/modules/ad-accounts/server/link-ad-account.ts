import { sql, type Tx, violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import { getCapabilities } from "../contract/capabilities.ts";
import { computeProblem, loadOpenConnection, refuseWhenExpired } from "./accessible-accounts.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import {
  type AccountRow,
  accountColumns,
  type ConnectionRow,
  discardUnusedTokens,
} from "./ad-accounts.store.ts";
import type { AccessibleAdAccount, AccessibleOrganization } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "db" | "systemClock" | "platforms" | "tokenManager">;
type LinkInput = {
  connection_id: string;
  organization_id: string;
  ad_account_id: string;
  profile_id: string | null;
};
type Choice = {
  organization: AccessibleOrganization;
  account: AccessibleAdAccount;
  profile: { id: string; name: string } | null;
};

/**
 * Links the chosen account. The same account again is the same row, with all its data; linking it again changes its
 * profile. Refuses an account that is not accessible, is billed in an unsupported currency, or is held by another
 * merchant.
 */
export async function linkAdAccount(
  deps: Deps,
  merchantId: string,
  input: LinkInput,
): Promise<AdAccountAnswer> {
  const { db, tokenManager, platforms } = deps;
  const connection = await loadOpenConnection(db, merchantId, input.connection_id);
  const choice = resolveChoice(connection, merchantId, input);
  const platform = platforms[connection.platform];
  if (!platform)
    return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform: connection.platform });
  const pixelId = await tokenManager
    .withToken(connection.id, (token) =>
      platform.findPixel(token, { organizationId: choice.organization.id, adAccountId: choice.account.id }),
    )
    .catch(refuseWhenExpired);
  try {
    const linked = await db.transaction((tx) => saveLink(deps, tx, merchantId, connection, choice, pixelId));
    return presentAccount(linked, deps.systemClock.now());
  } catch (error) {
    if (violatesConstraint(error, "accounts_held_once"))
      return adAccountsRefusals.refuse("ad_accounts.linked_elsewhere", {}, "ad_account_id");
    throw error;
  }
}

function resolveChoice(
  { accessibleAccounts, platform }: ConnectionRow,
  merchantId: string,
  input: LinkInput,
): Choice {
  if (accessibleAccounts.every(({ adAccounts }) => adAccounts.length === 0))
    return adAccountsRefusals.refuse("ad_accounts.no_ad_account", { platform }, "ad_account_id");
  const organization = accessibleAccounts.find(({ id }) => id === input.organization_id);
  const account = organization?.adAccounts.find(({ id }) => id === input.ad_account_id);
  if (!organization || !account)
    return adAccountsRefusals.refuse("ad_accounts.choice_not_offered", {}, "ad_account_id");
  // The database's unique constraint decides who holds the account.
  const problem = computeProblem(account, undefined, merchantId);
  if (problem && problem !== "linked_already")
    return adAccountsRefusals.refuse(
      `ad_accounts.${problem}`,
      { currency: account.currency, platform },
      "ad_account_id",
    );
  return { organization, account, profile: chooseProfile(organization, platform, input.profile_id) };
}

function chooseProfile(
  organization: AccessibleOrganization,
  platform: ConnectionRow["platform"],
  id: string | null,
) {
  if (id === null && !getCapabilities(platform)?.needsProfile) return null;
  if (organization.profiles.length === 0)
    return adAccountsRefusals.refuse("ad_accounts.no_public_profile", { platform }, "profile_id");
  const profile = organization.profiles.find((candidate) => candidate.id === id);
  return profile ?? adAccountsRefusals.refuse("ad_accounts.choice_not_offered", {}, "profile_id");
}

async function saveLink(
  { systemClock }: Deps,
  tx: Tx,
  merchantId: string,
  connection: ConnectionRow,
  { organization, account, profile }: Choice,
  pixelId: string | null,
): Promise<AccountRow> {
  const now = systemClock.now();
  const isOpen = await tx.run(sql`
    update ad_accounts.connections set status = 'in_use'
    where id = ${connection.id} and status in ('open', 'in_use')`);
  if (!isOpen) return adAccountsRefusals.refuse("ad_accounts.connection_over");
  const before = await tx.maybeOne<{ connection_id: string }>(sql`
    select connection_id from ad_accounts.accounts where merchant_id = ${merchantId}
      and platform = ${connection.platform} and platform_account_id = ${account.id} for update`);
  const linked = await tx.one<AccountRow>(sql`
    insert into ad_accounts.accounts (id, merchant_id, platform, connection_id, platform_account_id, organization_id,
      organization_name, name, currency, time_zone, profile_id, profile_name, pixel_id, status, linked_at, checked_at)
    values (${newId("aac")}, ${merchantId}, ${connection.platform}, ${connection.id}, ${account.id}, ${organization.id},
      ${organization.name}, ${account.name}, ${account.currency}, ${account.timeZone}, ${profile?.id ?? null},
      ${profile?.name ?? null}, ${pixelId}, 'linked', ${now}, ${now})
    on conflict (merchant_id, platform, platform_account_id) do update set connection_id = excluded.connection_id,
      organization_id = excluded.organization_id, organization_name = excluded.organization_name, name = excluded.name,
      currency = excluded.currency, time_zone = excluded.time_zone, profile_id = excluded.profile_id,
      profile_name = excluded.profile_name, pixel_id = excluded.pixel_id, status = 'linked', lost_reason = null,
      lost_at = null, unlinked_at = null, issue = null, linked_at = excluded.linked_at,
      checked_at = excluded.checked_at
    returning ${accountColumns}`);
  if (before && before.connection_id !== connection.id) await discardUnusedTokens(tx, before.connection_id);
  await tx.publish({ name: "ad_account.linked", merchant_id: merchantId, ad_account_id: linked.id });
  return linked;
}
