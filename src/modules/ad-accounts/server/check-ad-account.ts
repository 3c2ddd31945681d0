import { sql, type Tx } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { type AccountRow, loseAccount, readAccount } from "./ad-accounts.store.ts";
import type { AdPlatform, OfferedOrganization } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "db" | "systemClock" | "platforms" | "permissions">;

/**
 * Asks the platform whether the account is still there for us, and takes over its name, its pixel and what ails it. An
 * account the person no longer has is lost; a permission that is gone loses the whole connection.
 */
export async function checkAdAccount(deps: Deps, merchantId: string, id: string): Promise<AdAccountAnswer> {
  const account = await readAccount(deps.db, merchantId, id);
  if (!account) return baseRefusals.refuse("base.not_found");
  if (account.status === "unlinked") return adAccountsRefusals.refuse("ad_accounts.not_linked");
  if (account.status === "linked") await look(deps, account);
  const looked = await readAccount(deps.db, merchantId, id);
  return presentAccount(looked ?? account, deps.systemClock.now());
}

async function look({ db, systemClock, platforms, permissions }: Deps, account: AccountRow): Promise<void> {
  const platform = platforms[account.platform];
  if (!platform) return;
  try {
    const { offers, pixelId } = await permissions.using(account.connection_id, async (token) => ({
      offers: await platform.offers(token),
      pixelId: await pixelNow(platform, token, account),
    }));
    await db.transaction((tx) => takeOver(tx, account, offers, pixelId, systemClock.now()));
  } catch (error) {
    // The permission is gone: that was noted where it was found out, and the answer will say so.
    if (!isFault(error, "reconnect")) throw error;
  }
}

/** One that was made since: without it no bid can aim at purchases. A known one is kept. */
async function pixelNow(platform: AdPlatform, token: string, account: AccountRow): Promise<string | null> {
  const { pixel_id, organization_id, platform_account_id } = account;
  return (
    pixel_id ?? platform.pixelOf(token, { organizationId: organization_id, adAccountId: platform_account_id })
  );
}

async function takeOver(
  tx: Tx,
  account: AccountRow,
  offers: readonly OfferedOrganization[],
  pixelId: string | null,
  now: Date,
) {
  const home = offers.find(({ adAccounts }) =>
    adAccounts.some((offered) => offered.id === account.platform_account_id),
  );
  const offered = home?.adAccounts.find((candidate) => candidate.id === account.platform_account_id);
  if (!home || !offered) return loseAccount(tx, account.id, "access_removed", now);
  const trouble = offered.isUsable ? null : (offered.reason ?? "disabled");
  const profile = home.profiles.find(({ id }) => id === account.profile_id)?.name ?? account.profile_name;
  await tx.run(sql`
    update ad_accounts.accounts set name = ${offered.name}, organization_name = ${home.name},
      profile_name = ${profile}, pixel_id = ${pixelId}, trouble = ${trouble}, checked_at = ${now}
    where id = ${account.id} and status = 'linked'`);
  const isOther =
    offered.name !== account.name ||
    trouble !== account.trouble ||
    profile !== account.profile_name ||
    pixelId !== account.pixel_id;
  if (!isOther) return;
  const { merchant_id } = account;
  await tx.publish({ name: "ad_account.checked", merchant_id, ad_account_id: account.id });
}
