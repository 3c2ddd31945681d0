import { sql, type Tx } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { type AccountRow, findAccount, markAccountLost } from "./ad-accounts.store.ts";
import type { AccessibleOrganization, AdPlatform } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "db" | "systemClock" | "platforms" | "tokenManager">;

/**
 * Asks the platform whether the account is still accessible to us, and stores its name, its pixel and its problem. An
 * account the person no longer has is lost; revoked access loses the whole connection.
 */
export async function checkAdAccount(deps: Deps, merchantId: string, id: string): Promise<AdAccountAnswer> {
  const account = await findAccount(deps.db, merchantId, id);
  if (!account) return baseRefusals.refuse("base.not_found");
  if (account.status === "unlinked") return adAccountsRefusals.refuse("ad_accounts.not_linked");
  if (account.status === "linked") await refreshAccount(deps, account);
  const refreshed = await findAccount(deps.db, merchantId, id);
  return presentAccount(refreshed ?? account, deps.systemClock.now());
}

async function refreshAccount(
  { db, systemClock, platforms, tokenManager }: Deps,
  account: AccountRow,
): Promise<void> {
  const platform = platforms[account.platform];
  if (!platform) return;
  try {
    const { accessibleAccounts, pixelId } = await tokenManager.withToken(
      account.connection_id,
      async (token) => ({
        accessibleAccounts: await platform.listAccessibleAccounts(token),
        pixelId: await loadPixel(platform, token, account),
      }),
    );
    await db.transaction((tx) => applyReported(tx, account, accessibleAccounts, pixelId, systemClock.now()));
  } catch (error) {
    // Access was revoked: that was recorded where it was detected, and the answer shows it.
    if (!isFault(error, "reconnect")) throw error;
  }
}

/** A pixel created since linking: without it no bid can optimise for purchases. A known one is kept. */
async function loadPixel(platform: AdPlatform, token: string, account: AccountRow): Promise<string | null> {
  const { pixel_id, organization_id, platform_account_id } = account;
  return (
    pixel_id ??
    platform.findPixel(token, { organizationId: organization_id, adAccountId: platform_account_id })
  );
}

async function applyReported(
  tx: Tx,
  account: AccountRow,
  accessibleAccounts: readonly AccessibleOrganization[],
  pixelId: string | null,
  now: Date,
) {
  const organization = accessibleAccounts.find(({ adAccounts }) =>
    adAccounts.some((reported) => reported.id === account.platform_account_id),
  );
  const reported = organization?.adAccounts.find((candidate) => candidate.id === account.platform_account_id);
  if (!organization || !reported) return markAccountLost(tx, account.id, "account_not_accessible", now);
  const issue = reported.isUsable ? null : (reported.reason ?? "disabled");
  const profile =
    organization.profiles.find(({ id }) => id === account.profile_id)?.name ?? account.profile_name;
  await tx.run(sql`
    update ad_accounts.accounts set name = ${reported.name}, organization_name = ${organization.name},
      profile_name = ${profile}, pixel_id = ${pixelId}, issue = ${issue}, checked_at = ${now}
    where id = ${account.id} and status = 'linked'`);
  const hasChanged =
    reported.name !== account.name ||
    issue !== account.issue ||
    profile !== account.profile_name ||
    pixelId !== account.pixel_id;
  if (!hasChanged) return;
  const { merchant_id } = account;
  await tx.publish({ name: "ad_account.checked", merchant_id, ad_account_id: account.id });
}
