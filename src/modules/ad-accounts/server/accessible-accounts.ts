import type { ReadContext } from "#base/server/context.ts";
import { type Db, join, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AccessibleAccountsAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import { getCapabilities } from "../contract/capabilities.ts";
import { getCurrency, noCurrency } from "../contract/currencies.ts";
import type { AccountProblem } from "../contract/enums.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { type ConnectionRow, findConnection, saveAccessibleAccounts } from "./ad-accounts.store.ts";
import type { AccessibleAdAccount } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "systemClock" | "platforms" | "tokenManager">;
type ConnectionInput = { connectionId: string };

/**
 * A connection whose accounts can still be chosen. Refuses one that is another merchant's (not found), lost or
 * forgotten.
 */
export async function loadOpenConnection(
  ctx: ReadContext,
  { connectionId }: ConnectionInput,
): Promise<ConnectionRow> {
  const connection = await findConnection(ctx, connectionId);
  if (!connection) return baseRefusals.refuse("base.not_found");
  if (connection.status === "lost" || connection.status === "forgotten")
    return adAccountsRefusals.refuse("ad_accounts.connection_over");
  return connection;
}

/** Access that ended meanwhile is the merchant's to renew; it is not an outage. */
export function refuseWhenExpired(error: unknown): never {
  if (isFault(error, "reconnect")) return adAccountsRefusals.refuse("ad_accounts.connection_over");
  throw error;
}

export async function listAccessibleAccounts(
  ctx: ReadContext,
  input: ConnectionInput,
): Promise<AccessibleAccountsAnswer> {
  return presentAccessibleAccounts(ctx, await loadOpenConnection(ctx, input));
}

/** Lists them again at the platform, after the merchant created a profile or an account there. */
export const refreshAccessibleAccounts =
  ({ tokenManager, platforms, systemClock }: Deps) =>
  async (ctx: ReadContext, { connectionId }: ConnectionInput): Promise<AccessibleAccountsAnswer> => {
    const connection = await loadOpenConnection(ctx, { connectionId });
    const { platform: name } = connection;
    const platform = platforms[name];
    if (!platform) return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform: name });
    const accessibleAccounts = await tokenManager
      .withToken(connection, (token) => platform.listAccessibleAccounts(token))
      .catch(refuseWhenExpired);
    const listed = { ...connection, accessibleAccounts };
    await saveAccessibleAccounts(ctx, listed, systemClock.now());
    return presentAccessibleAccounts(ctx, listed);
  };

async function presentAccessibleAccounts(
  { db, actor: { merchantId } }: ReadContext,
  connection: ConnectionRow,
): Promise<AccessibleAccountsAnswer> {
  const { id, platform, accessibleAccounts } = connection;
  const holders = await loadHolders(db, connection);
  const needsProfile = getCapabilities(platform)?.needsProfile ?? false;
  const isEmpty = accessibleAccounts.every(({ adAccounts }) => adAccounts.length === 0);
  return {
    connection_id: id,
    platform,
    problem: isEmpty ? "no_ad_account" : null,
    organizations: accessibleAccounts.map((organization) => ({
      id: organization.id,
      name: organization.name,
      problem:
        needsProfile && organization.adAccounts.length > 0 && organization.profiles.length === 0
          ? ("no_public_profile" as const)
          : null,
      ad_accounts: organization.adAccounts.map((account) => ({
        id: account.id,
        name: account.name,
        currency: account.currency,
        time_zone: account.timeZone,
        problem: computeProblem(account, holders.get(account.id), merchantId),
      })),
      profiles: organization.profiles.map(({ id: profileId, name }) => ({ id: profileId, name })),
    })),
  };
}

type Holder = Row<"ad_accounts.accounts", "merchant_id" | "status">;

/** Who holds each accessible account now, by the platform's id. Another merchant's name never leaves this file. */
async function loadHolders(
  db: Db,
  { platform, accessibleAccounts }: ConnectionRow,
): Promise<Map<string, Holder>> {
  const ids = accessibleAccounts.flatMap(({ adAccounts }) => adAccounts.map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const held = await db.many<Holder & { platform_account_id: string }>(sql`
    select platform_account_id, merchant_id, status from ad_accounts.accounts
    where platform = ${platform} and platform_account_id in (${join(ids)}) and status <> 'unlinked'`);
  return new Map(held.map((row) => [row.platform_account_id, row]));
}

/** Why an accessible account cannot be linked; null when it can. */
export function computeProblem(
  account: AccessibleAdAccount,
  holder: Holder | undefined,
  merchantId: string,
): AccountProblem | null {
  if (holder && holder.merchant_id !== merchantId) return "linked_elsewhere";
  if (account.currency === noCurrency) return "no_funding";
  if (getCurrency(account.currency) === null) return "currency_not_supported";
  if (!account.isUsable) return account.reason === "role_not_enough" ? "role_not_enough" : "account_disabled";
  return holder?.status === "linked" ? "linked_already" : null;
}
