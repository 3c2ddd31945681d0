import { createHash } from "node:crypto";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { createState, hashState } from "#base/server/http/oauth-callback.ts";
import { randomToken } from "#base/server/ids.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { findAccount } from "./ad-accounts.store.ts";

/** Time a merchant has on the platform's consent page. */
export const authorizationMinutes = 10;

/**
 * Authorizations a merchant may start in an hour: far more than linking needs; each is a row and may be an external
 * call.
 */
const authorizationLimit = { limit: 30, windowSeconds: 3_600 };

type Deps = Pick<AdAccountsDeps, "vault" | "systemClock" | "platforms" | "publicUrl">;
type AuthorizationParams = {
  sessionId: string;
  platform: Platform;
  returnTo: ReturnPath;
  adAccountId: string | null;
};
export type AuthorizationRedirect = { authorizationUrl: string; state: string };

/** Starts linking a platform: where to send the browser, and the state it must still hold when it returns. */
export const startAuthorization =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { sessionId, fields }: { sessionId: string; fields: { platform: Platform; return_to: ReturnPath } },
  ): Promise<AuthorizationRedirect> =>
    createAuthorization(deps, ctx, {
      sessionId,
      platform: fields.platform,
      returnTo: fields.return_to,
      adAccountId: null,
    });

/** The same for an account whose connection was lost or ended: it comes back with its campaigns. */
export const startReauthorization =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { sessionId, fields }: { sessionId: string; fields: { ad_account_id: string; return_to: ReturnPath } },
  ): Promise<AuthorizationRedirect> => {
    const account = await findAccount(ctx, fields.ad_account_id);
    if (!account) return baseRefusals.refuse("base.not_found");
    return createAuthorization(deps, ctx, {
      sessionId,
      platform: account.platform,
      returnTo: fields.return_to,
      adAccountId: account.id,
    });
  };

async function createAuthorization(
  { vault, systemClock, platforms, publicUrl }: Deps,
  { db, actor: { merchantId } }: ReadContext,
  { sessionId, platform, returnTo, adAccountId }: AuthorizationParams,
): Promise<AuthorizationRedirect> {
  const adapter = platforms[platform];
  if (!adapter)
    return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform }, "platform");
  const key = `ad_accounts.connects:${merchantId}`;
  const allowance = await consumeRateLimit(db, { key, ...authorizationLimit, now: systemClock.now() });
  if (!allowance.isAllowed)
    return adAccountsRefusals.refuse(
      "ad_accounts.too_many_connects",
      waitParams(allowance.retryAfterSeconds),
    );
  const verifier = randomToken(32);
  const start = await adapter.startAuthorization({
    state: createState(),
    redirectUri: callbackUrl(publicUrl, platform),
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const stateHash = hashState(start.state);
  const context = verifierContext(stateHash);
  const endsAt = new Date(systemClock.now().getTime() + authorizationMinutes * 60_000);
  await db.run(sql`
    insert into ad_accounts.authorizations
      (state_hash, merchant_id, session_id, platform, return_to, code_verifier_sealed, secret_sealed, ad_account_id,
        expires_at)
    values (${stateHash}, ${merchantId}, ${sessionId}, ${platform}, ${returnTo}, ${vault.seal(verifier, context)},
      ${start.secret && vault.seal(start.secret, context)}, ${adAccountId}, ${endsAt})`);
  return { authorizationUrl: start.url, state: start.state };
}

export const verifierContext = (stateHash: string) => `ad_accounts.authorizations:${stateHash}`;

export function callbackUrl(publicUrl: string, platform: Platform): string {
  return `${publicUrl}/oauth/${platform}/callback`;
}
