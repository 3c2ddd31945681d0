import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { systemActor } from "#base/shared/actor.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import { type AccountRow, findAccount, markAccountLost, saveReported } from "./ad-accounts.store.ts";
import type { AccessibleOrganization, AdPlatform } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "systemClock" | "platforms" | "tokenManager">;

/**
 * Asks the platform whether the account is still accessible to us, and stores its name, its pixel and its problem. An
 * account the person no longer has is lost; revoked access loses the whole connection.
 */
export const checkAdAccount =
  (deps: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<AdAccountAnswer> => {
    const account = await findAccount(ctx, adAccountId);
    if (!account) return baseRefusals.refuse("base.not_found");
    if (account.status === "unlinked") return adAccountsRefusals.refuse("ad_accounts.not_linked");
    if (account.status === "linked") await refreshAccount(deps, ctx, account);
    const refreshed = await findAccount(ctx, adAccountId);
    return presentAccount(refreshed ?? account, deps.systemClock.now());
  };

async function refreshAccount(
  { systemClock, platforms, tokenManager }: Deps,
  ctx: ReadContext,
  account: AccountRow,
): Promise<void> {
  const platform = platforms[account.platform];
  if (!platform) return;
  const connection = { id: account.connection_id, merchant_id: account.merchant_id };
  // Whoever asked for the check: what the platform says of the account is not their doing.
  const asProduct = { ...ctx, actor: systemActor(ctx.actor.merchantId) };
  try {
    const { accessibleAccounts, pixelId } = await tokenManager.withToken(connection, async (token) => ({
      accessibleAccounts: await platform.listAccessibleAccounts(token),
      pixelId: await loadPixel(platform, token, account),
    }));
    await transact(asProduct, (ctx) =>
      applyReported(ctx, account, { accessibleAccounts, pixelId, checkedAt: systemClock.now() }),
    );
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

type Reported = {
  accessibleAccounts: readonly AccessibleOrganization[];
  pixelId: string | null;
  /** System time. */
  checkedAt: Date;
};

async function applyReported(
  ctx: Context,
  account: AccountRow,
  { accessibleAccounts, pixelId, checkedAt }: Reported,
): Promise<void> {
  const { tx, actor } = ctx;
  const organization = accessibleAccounts.find(({ adAccounts }) =>
    adAccounts.some((reported) => reported.id === account.platform_account_id),
  );
  const reported = organization?.adAccounts.find((candidate) => candidate.id === account.platform_account_id);
  if (!organization || !reported)
    return markAccountLost(ctx, {
      adAccountId: account.id,
      reason: "account_not_accessible",
      lostAt: checkedAt,
    });
  const issue = reported.isUsable ? null : (reported.reason ?? "disabled");
  const profile =
    organization.profiles.find(({ id }) => id === account.profile_id)?.name ?? account.profile_name;
  await saveReported(ctx, {
    id: account.id,
    name: reported.name,
    organization_name: organization.name,
    profile_name: profile,
    profiles: [...organization.profiles],
    pixel_id: pixelId,
    issue,
    checked_at: checkedAt,
  });
  const hasChanged =
    reported.name !== account.name ||
    issue !== account.issue ||
    profile !== account.profile_name ||
    JSON.stringify(organization.profiles) !== JSON.stringify(account.profiles) ||
    pixelId !== account.pixel_id;
  if (!hasChanged) return;
  await tx.publish({
    name: "ad_account.checked",
    merchant_id: actor.merchantId,
    ad_account_id: account.id,
  });
}
