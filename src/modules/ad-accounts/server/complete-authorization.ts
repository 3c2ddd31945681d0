import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { OAuthCallback } from "#base/server/oauth/browser-callback.ts";
import { type Grant, redeemAuthorization } from "#base/server/oauth/redeem-authorization.ts";
import { sealTokens, tokenSeal } from "#base/server/oauth/sealed-tokens.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { AuthorizationResult, ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { findAccount, insertConnection } from "./ad-accounts.store.ts";
import type { AccessibleOrganization, AdPlatform, PlatformTokens } from "./ad-platform.port.ts";
import { linkAdAccount } from "./link-ad-account.ts";
import { type LinkDetails, linkFlow } from "./start-authorization.ts";
import { connectionTokens } from "./token-manager.ts";

type PlatformCallback = OAuthCallback & { platform: Platform };

type Result = { result: AuthorizationResult; connectionId?: string };
/** Where the browser is redirected, and the result for the page there. */
export type AuthorizationOutcome = Result & { path: ReturnPath };

type Deps = Pick<
  AdAccountsDeps,
  "db" | "log" | "vault" | "systemClock" | "worldClock" | "platforms" | "tokenManager" | "publicUrl"
>;

const defaultReturnPath: ReturnPath = "/link-ad-accounts/connect-platform";

/** Completes what `startAuthorization` started. The merchant who started it acts. */
export const completeAuthorization =
  (deps: Deps) =>
  async ({ platform, ...callback }: PlatformCallback): Promise<AuthorizationOutcome> => {
    const { query } = callback;
    const adapter = deps.platforms[platform];
    if (!adapter) throw new Error(`a callback for ${platform}, which has no adapter`);
    const { state, outcome } = adapter.parseCallback(query);
    const redemption = await redeemAuthorization(deps)(callback, linkFlow, {
      vendor: platform,
      state,
      complete: async (ctx, grant): Promise<Result> =>
        outcome === "allowed"
          ? exchangeAndSave(deps, ctx, { adapter, query, grant })
          : { result: outcome === "denied" ? "denied" : "consent_not_valid" },
    });
    const path = "details" in redemption ? redemption.details.return_to : defaultReturnPath;
    if (redemption.kind === "refused") return { path, result: `consent_${redemption.reason}` };
    if (redemption.kind === "failed") return { path, result: toResult(redemption.fault) };
    return { path, ...redemption.outcome };
  };

function toResult({ kind, messageKey }: AdapterFault): AuthorizationResult {
  if (kind !== "rejected") return "platform_not_answering";
  return messageKey === "ad_accounts:scopes_missing" ? "scopes_missing" : "consent_not_valid";
}

type Exchange = { adapter: AdPlatform; query: OAuthCallback["query"]; grant: Grant<LinkDetails> };

/** Exchanges the code for tokens, stored sealed with the accounts they give access to. */
async function exchangeAndSave(
  deps: Deps,
  ctx: ReadContext,
  { adapter, query, grant }: Exchange,
): Promise<Result> {
  const { redirectUri, codeVerifier, secret, details } = grant;
  const { platform } = adapter;
  const tokens = await adapter.exchangeCode({ query, redirectUri, codeVerifier, secret });
  const accessibleAccounts = await adapter.listAccessibleAccounts(tokens.accessToken);
  const connectionId = await saveConnection(deps, ctx, { platform, tokens, accessibleAccounts });
  const { ad_account_id: adAccountId } = details;
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
  const sealed = sealTokens(vault, tokenSeal(connectionTokens, id), tokens, now);
  return transact(ctx, async (ctx) => {
    await insertConnection(ctx, {
      id,
      platform,
      ...sealed,
      scopes: [...tokens.scopes],
      accessibleAccounts,
      createdAt: now,
    });
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
): Promise<Result> {
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
