import { z } from "zod";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AuthPart } from "../shared/parts.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected, TikTokFault } from "./faults.ts";

/**
 * Ads management, reporting, creatives. An app's scopes are set when it is registered, not in the consent page's URL.
 */
const requiredScopes = [2, 4, 6];
/** Codes for a refusal of our own settings: temporary, and not the merchant's to fix. */
const configurationErrors = new Set([40101, 40113]);
const invalidCodeErrors = new Set([40108, 40110, 40115]);

const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  scope: z.array(z.number()).optional(),
});

type Options = { portalUrl: string; appId: string; secret: string };

/** TikTok's OAuth for apps. Its token does not expire and cannot be refreshed; it supports no PKCE. */
export function makeAuth(client: ApiClient, { portalUrl, appId, secret }: Options): AuthPart {
  return {
    async startAuthorization({ state, redirectUri }) {
      const query = new URLSearchParams({ app_id: appId, state, redirect_uri: redirectUri });
      return { url: `${portalUrl}/portal/auth?${query}`, state, secret: null };
    },
    parseCallback({ state, auth_code, error }) {
      const outcome = auth_code ? "allowed" : error === "access_denied" ? "denied" : "unclear";
      return { state: state ?? null, outcome };
    },
    async exchangeCode({ query }) {
      const code = { app_id: appId, secret, auth_code: query.auth_code ?? "" };
      const response = await client
        .post(null, "/oauth2/access_token/", code)
        .catch(rethrowAuthorizationFault);
      const { access_token, scope = [] } = parseAs(tokenResponseSchema, response);
      const missing = requiredScopes.filter((one) => !isGranted(one, scope));
      if (missing.length > 0) throw rejected(`missing ${missing.join(", ")}`, "ad_accounts:scopes_missing");
      return { accessToken: access_token, refreshToken: null, expiresAt: null, scopes: scope.map(String) };
    },
    async refresh() {
      const reason = "TikTok gives no refresh tokens";
      throw new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
    },
  };
}

/** Scopes form a tree by their digits: ads management is 2, its parts are 20, 21 and 22. */
function isGranted(required: number, scopes: readonly number[]): boolean {
  return scopes.some((scope) => scope === required || String(scope).startsWith(String(required)));
}

/** An authorization code is invalid after a lost response, so repeating the call is safe. */
function rethrowAuthorizationFault(error: unknown): never {
  if (error instanceof TikTokFault && invalidCodeErrors.has(error.code))
    throw rejected(error.reason, "ad_accounts:consent_not_valid");
  if (error instanceof TikTokFault && configurationErrors.has(error.code))
    throw new AdapterFault("later", { reason: error.reason, retryAfterSeconds: 300 });
  if (isFault(error, "outcome_unknown"))
    throw new AdapterFault("later", { reason: error.reason, cause: error });
  throw error;
}
