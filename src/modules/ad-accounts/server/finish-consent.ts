import { sql } from "#base/server/db/db.ts";
import { hashState, type OAuthCallback } from "#base/server/http/oauth-callback.ts";
import { newId } from "#base/server/ids.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { Platform } from "../contract/platforms.ts";
import type { ConsentResult, ReturnPath } from "../contract/words.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { readAccount } from "./ad-accounts.store.ts";
import type { AdPlatform, OfferedOrganization, PlatformTokens } from "./ad-platform.port.ts";
import { callbackUrl, verifierContext } from "./begin-consent.ts";
import { linkAdAccount } from "./link-ad-account.ts";
import { sealTokens } from "./permissions.ts";

export type Callback = OAuthCallback & { platform: Platform };

/** Where the browser goes on, and what the page there is told. */
export type ConsentEnd = { path: ReturnPath; result: ConsentResult; connectionId?: string };

type Consent = {
  merchant_id: string;
  return_to: ReturnPath;
  code_verifier_sealed: string;
  secret_sealed: string | null;
  ad_account_id: string | null;
  expires_at: Date;
};
type Deps = Pick<
  AdAccountsDeps,
  "db" | "log" | "vault" | "systemClock" | "platforms" | "permissions" | "publicUrl"
>;

const lobby: ReturnPath = "/link-ad-accounts/connect-platform";

/** Ends what `beginConnect` began. The state counts once, for the browser that began, for ten minutes. */
export async function finishConsent(deps: Deps, callback: Callback): Promise<ConsentEnd> {
  const { db, systemClock, log } = deps;
  const adapter = deps.platforms[callback.platform];
  if (!adapter) throw new Error(`a callback for ${callback.platform}, which has no adapter`);
  const answer = adapter.readCallback(callback.query);
  const state = answer.state ?? "";
  const stateHash = hashState(state);
  const consent = await db.maybeOne<Consent>(sql`
    select merchant_id, return_to, code_verifier_sealed, secret_sealed, ad_account_id, expires_at from ad_accounts.consents
    where state_hash = ${stateHash} and platform = ${callback.platform}`);
  if (!consent) return { path: lobby, result: "consent_unknown" };
  if (!(await callback.isOwn(state, consent.merchant_id)))
    return { path: lobby, result: "consent_elsewhere" };
  const back = (result: ConsentResult) => ({ path: consent.return_to, result });
  if (consent.expires_at <= systemClock.now()) return back("consent_expired");
  const isFirst = await db.run(sql`
    update ad_accounts.consents set used_at = ${systemClock.now()}
    where state_hash = ${stateHash} and used_at is null`);
  if (!isFirst) return back("consent_used");
  if (answer.outcome !== "allowed") return back(answer.outcome === "denied" ? "denied" : "consent_not_valid");
  try {
    return { path: consent.return_to, ...(await accept(deps, adapter, callback, consent, stateHash)) };
  } catch (error) {
    if (!isFault(error)) throw error;
    log.warn(
      { platform: callback.platform, kind: error.kind, reason: error.reason },
      "a consent came to nothing",
    );
    if (error.kind !== "rejected") return back("platform_not_answering");
    return back(error.messageKey === "ad_accounts:scopes_missing" ? "scopes_missing" : "consent_not_valid");
  }
}

/** The code becomes tokens, kept sealed beside what they offer. */
async function accept(
  deps: Deps,
  adapter: AdPlatform,
  { platform, query }: Callback,
  consent: Consent,
  stateHash: string,
) {
  const context = verifierContext(stateHash);
  const tokens = await adapter.exchangeConsent({
    query,
    redirectUri: callbackUrl(deps.publicUrl, platform),
    codeVerifier: deps.vault.open(consent.code_verifier_sealed, context),
    secret: consent.secret_sealed && deps.vault.open(consent.secret_sealed, context),
  });
  const offers = await adapter.offers(tokens.accessToken);
  const connectionId = await keepConnection(deps, consent.merchant_id, platform, tokens, offers);
  if (!consent.ad_account_id) return { result: "choose" as const, connectionId };
  return mend(deps, consent.merchant_id, consent.ad_account_id, connectionId, offers);
}

async function keepConnection(
  { db, vault, systemClock }: Deps,
  merchantId: string,
  platform: Platform,
  tokens: PlatformTokens,
  offers: OfferedOrganization[],
): Promise<string> {
  const id = newId("con");
  const now = systemClock.now();
  const { access, refresh } = sealTokens(vault, id, tokens);
  await db.run(sql`
    insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, refresh_token_sealed,
      access_expires_at, scopes, offers, offered_at, created_at)
    values (${id}, ${merchantId}, ${platform}, 'open', ${access}, ${refresh}, ${tokens.expiresAt},
      ${[...tokens.scopes]}, ${JSON.stringify(offers)}, ${now}, ${now})`);
  return id;
}

/** Links the lost account again by itself when this person has it; otherwise the merchant chooses. */
async function mend(
  deps: Deps,
  merchantId: string,
  adAccountId: string,
  connectionId: string,
  offers: OfferedOrganization[],
): Promise<{ result: ConsentResult; connectionId: string }> {
  const account = await readAccount(deps.db, merchantId, adAccountId);
  const home = offers.find((organization) =>
    organization.adAccounts.some(({ id }) => id === account?.platform_account_id),
  );
  if (!account || !home) return { result: "other_account", connectionId };
  const isProfileKept = home.profiles.some(({ id }) => id === account.profile_id);
  const profileId =
    isProfileKept || home.profiles.length === 0 ? account.profile_id : (home.profiles[0]?.id ?? null);
  try {
    await linkAdAccount(deps, merchantId, {
      connection_id: connectionId,
      organization_id: home.id,
      ad_account_id: account.platform_account_id,
      profile_id: profileId,
    });
    return { result: "relinked", connectionId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Disabled, without a profile, taken by another merchant: the offers say which, beside the account.
    return { result: "choose", connectionId };
  }
}
