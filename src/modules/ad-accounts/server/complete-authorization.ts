import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { hashState, type OAuthCallback } from "#base/server/http/oauth-callback.ts";
import { newId } from "#base/server/ids.ts";
import { memberActor } from "#base/shared/actor.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { AuthorizationResult, ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { findAccount } from "./ad-accounts.store.ts";
import type { AccessibleOrganization, AdPlatform, PlatformTokens } from "./ad-platform.port.ts";
import { linkAdAccount } from "./link-ad-account.ts";
import { callbackUrl, verifierContext } from "./start-authorization.ts";
import { sealTokens } from "./token-manager.ts";

export type PlatformCallback = OAuthCallback & { platform: Platform };

/** Where the browser is redirected, and the result for the page there. */
export type AuthorizationOutcome = { path: ReturnPath; result: AuthorizationResult; connectionId?: string };

type Authorization = {
  merchant_id: string;
  return_to: ReturnPath;
  code_verifier_sealed: string;
  secret_sealed: string | null;
  ad_account_id: string | null;
  expires_at: Date;
};
type Deps = Pick<
  AdAccountsDeps,
  "db" | "log" | "vault" | "systemClock" | "worldClock" | "platforms" | "tokenManager" | "publicUrl"
>;

const defaultReturnPath: ReturnPath = "/link-ad-accounts/connect-platform";

/**
 * Completes what `startAuthorization` started. The state works once, for ten minutes, in the browser that started it.
 * The merchant who started it acts.
 */
export const completeAuthorization =
  (deps: Deps) =>
  async (callback: PlatformCallback): Promise<AuthorizationOutcome> => {
    const { db, systemClock, worldClock, log } = deps;
    const { platform, query } = callback;
    const adapter = deps.platforms[platform];
    if (!adapter) throw new Error(`a callback for ${platform}, which has no adapter`);
    const parsed = adapter.parseCallback(query);
    const state = parsed.state ?? "";
    const stateHash = hashState(state);
    const authorization = await db.maybeOne<Authorization>(sql`
      select merchant_id, return_to, code_verifier_sealed, secret_sealed, ad_account_id, expires_at
      from ad_accounts.authorizations where state_hash = ${stateHash} and platform = ${platform}`);
    if (!authorization) return { path: defaultReturnPath, result: "consent_unknown" };
    const { merchant_id: merchantId, return_to: path } = authorization;
    if (!(await callback.isOwn(state, merchantId)))
      return { path: defaultReturnPath, result: "consent_elsewhere" };
    const toOutcome = (result: AuthorizationResult) => ({ path, result });
    if (authorization.expires_at <= systemClock.now()) return toOutcome("consent_expired");
    const isFirstUse = await db.run(sql`
      update ad_accounts.authorizations set used_at = ${systemClock.now()}
      where state_hash = ${stateHash} and used_at is null`);
    if (!isFirstUse) return toOutcome("consent_used");
    if (parsed.outcome !== "allowed")
      return toOutcome(parsed.outcome === "denied" ? "denied" : "consent_not_valid");
    const ctx: ReadContext = {
      db,
      actor: memberActor(merchantId, merchantId),
      now: worldClock.now(),
      requestId: callback.requestId,
    };
    try {
      return { path, ...(await exchangeAndSave(deps, ctx, { adapter, query, authorization, stateHash })) };
    } catch (error) {
      if (!isFault(error)) throw error;
      log.warn({ platform, kind: error.kind, reason: error.reason }, "an authorization failed");
      return toOutcome(toResult(error));
    }
  };

function toResult({ kind, messageKey }: AdapterFault): AuthorizationResult {
  if (kind !== "rejected") return "platform_not_answering";
  return messageKey === "ad_accounts:scopes_missing" ? "scopes_missing" : "consent_not_valid";
}

type Grant = {
  adapter: AdPlatform;
  query: PlatformCallback["query"];
  authorization: Authorization;
  stateHash: string;
};

/** Exchanges the code for tokens, stored sealed with the accounts they give access to. */
async function exchangeAndSave(
  deps: Deps,
  ctx: ReadContext,
  { adapter, query, authorization, stateHash }: Grant,
): Promise<{ result: AuthorizationResult; connectionId: string }> {
  const { platform } = adapter;
  const context = verifierContext(stateHash);
  const tokens = await adapter.exchangeCode({
    query,
    redirectUri: callbackUrl(deps.publicUrl, platform),
    codeVerifier: deps.vault.open(authorization.code_verifier_sealed, context),
    secret: authorization.secret_sealed && deps.vault.open(authorization.secret_sealed, context),
  });
  const accessibleAccounts = await adapter.listAccessibleAccounts(tokens.accessToken);
  const connectionId = await saveConnection(deps, ctx, { platform, tokens, accessibleAccounts });
  const { ad_account_id: adAccountId } = authorization;
  if (!adAccountId) return { result: "choose", connectionId };
  return relink(deps, ctx, { adAccountId, connectionId, accessibleAccounts });
}

type NewConnection = {
  platform: Platform;
  tokens: PlatformTokens;
  accessibleAccounts: AccessibleOrganization[];
};

function saveConnection(
  { vault, systemClock }: Deps,
  ctx: ReadContext,
  { platform, tokens, accessibleAccounts }: NewConnection,
): Promise<string> {
  const id = newId("con");
  const now = systemClock.now();
  const { access, refresh } = sealTokens(vault, id, tokens);
  return transact(ctx, async (ctx) => {
    await ctx.tx.run(sql`
      insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed,
        refresh_token_sealed, access_expires_at, scopes, accessible_accounts, accounts_listed_at, created_at)
      values (${id}, ${ctx.actor.merchantId}, ${platform}, 'open', ${access}, ${refresh}, ${tokens.expiresAt},
        ${[...tokens.scopes]}, ${JSON.stringify(accessibleAccounts)}, ${now}, ${now})`);
    await recordAudit(ctx, {
      module: "ad-accounts",
      action: "connection.authorized",
      subject: id,
      after: { platform, status: "open", scopes: tokens.scopes },
    });
    return id;
  });
}

type RelinkInput = {
  adAccountId: string;
  connectionId: string;
  accessibleAccounts: AccessibleOrganization[];
};

/** Links the lost account again automatically when this person has it; otherwise the merchant chooses. */
async function relink(
  deps: Deps,
  ctx: ReadContext,
  { adAccountId, connectionId, accessibleAccounts }: RelinkInput,
): Promise<{ result: AuthorizationResult; connectionId: string }> {
  const account = await findAccount(ctx, adAccountId);
  const organization = accessibleAccounts.find((organization) =>
    organization.adAccounts.some(({ id }) => id === account?.platform_account_id),
  );
  if (!account || !organization) return { result: "other_account", connectionId };
  const hasSameProfile = organization.profiles.some(({ id }) => id === account.profile_id);
  const profileId =
    hasSameProfile || organization.profiles.length === 0
      ? account.profile_id
      : (organization.profiles[0]?.id ?? null);
  try {
    await linkAdAccount(deps)(ctx, {
      connectionId,
      organizationId: organization.id,
      platformAccountId: account.platform_account_id,
      profileId,
    });
    return { result: "relinked", connectionId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Disabled, without a profile, linked to another merchant: the list of accessible accounts says which, beside the
    // account.
    return { result: "choose", connectionId };
  }
}
