import { type Db, join, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { OffersAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import { capabilitiesOf } from "../contract/capabilities.ts";
import { currencyOf, noCurrency } from "../contract/currencies.ts";
import type { OfferProblem } from "../contract/words.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { type ConnectionRow, readConnection } from "./ad-accounts.store.ts";
import type { OfferedAdAccount } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "db" | "systemClock" | "platforms" | "permissions">;

/** A connection that can still be chosen from. Refuses when it is another merchant's (not found), lost or forgotten. */
export async function openConnection(db: Db, merchantId: string, id: string): Promise<ConnectionRow> {
  const connection = await readConnection(db, merchantId, id);
  if (!connection) return baseRefusals.refuse("base.not_found");
  if (connection.status === "lost" || connection.status === "forgotten")
    return adAccountsRefusals.refuse("ad_accounts.connection_over");
  return connection;
}

/** A permission that ended meanwhile is the merchant's to renew, not an outage. */
export function refuseWhenOver(error: unknown): never {
  if (isFault(error, "reconnect")) return adAccountsRefusals.refuse("ad_accounts.connection_over");
  throw error;
}

export async function readOffers(db: Db, merchantId: string, connectionId: string): Promise<OffersAnswer> {
  return presentOffers(db, merchantId, await openConnection(db, merchantId, connectionId));
}

/** Asks the platform again: the merchant has made a profile or an account there meanwhile. */
export async function refreshOffers(
  deps: Deps,
  merchantId: string,
  connectionId: string,
): Promise<OffersAnswer> {
  const { db, permissions, platforms, systemClock } = deps;
  const connection = await openConnection(db, merchantId, connectionId);
  const platform = platforms[connection.platform];
  if (!platform)
    return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform: connection.platform });
  const offers = await permissions
    .using(connectionId, (token) => platform.offers(token))
    .catch(refuseWhenOver);
  await db.run(sql`
    update ad_accounts.connections set offers = ${JSON.stringify(offers)}, offered_at = ${systemClock.now()}
    where id = ${connectionId}`);
  return presentOffers(db, merchantId, { ...connection, offers });
}

async function presentOffers(db: Db, merchantId: string, connection: ConnectionRow): Promise<OffersAnswer> {
  const { id, platform, offers } = connection;
  const holders = await readHolders(db, connection);
  const needsProfile = capabilitiesOf(platform)?.needsProfile ?? false;
  const isEmpty = offers.every(({ adAccounts }) => adAccounts.length === 0);
  return {
    connection_id: id,
    platform,
    problem: isEmpty ? "no_ad_account" : null,
    organizations: offers.map((organization) => ({
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
        problem: problemOf(account, holders.get(account.id), merchantId),
      })),
      profiles: organization.profiles.map(({ id: profileId, name }) => ({ id: profileId, name })),
    })),
  };
}

type Holder = { merchant_id: string; status: string };

/** Who holds each offered account now, by the platform's id. Another merchant's name never leaves this file. */
async function readHolders(db: Db, { platform, offers }: ConnectionRow): Promise<Map<string, Holder>> {
  const ids = offers.flatMap(({ adAccounts }) => adAccounts.map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const held = await db.many<Holder & { platform_account_id: string }>(sql`
    select platform_account_id, merchant_id, status from ad_accounts.accounts
    where platform = ${platform} and platform_account_id in (${join(ids)}) and status <> 'unlinked'`);
  return new Map(held.map((row) => [row.platform_account_id, row]));
}

/** What keeps an offered account from being linked; null when nothing does. */
export function problemOf(
  account: OfferedAdAccount,
  holder: Holder | undefined,
  merchantId: string,
): OfferProblem | null {
  if (holder && holder.merchant_id !== merchantId) return "linked_elsewhere";
  if (account.currency === noCurrency) return "no_funding";
  if (currencyOf(account.currency) === null) return "currency_not_supported";
  if (!account.isUsable) return account.reason === "role_not_enough" ? "role_not_enough" : "account_disabled";
  return holder?.status === "linked" ? "linked_already" : null;
}
