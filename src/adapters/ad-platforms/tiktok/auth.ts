import { z } from "zod";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AuthPart } from "../shared/parts.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected, TikTokFault } from "./faults.ts";

/** Ads management, reporting, creatives. What an app may do is set when it is registered, not in the consent's address. */
const requiredScopes = [2, 4, 6];
/** Our own settings are refused: a matter for us, which passes. */
const configurationErrors = new Set([40101, 40113]);
const invalidCodeErrors = new Set([40108, 40110, 40115]);

const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  scope: z.array(z.number()).optional(),
});

type Options = { portalUrl: string; appId: string; secret: string };

/** TikTok's consent for apps. Its token does not end by time and cannot be refreshed; it offers no PKCE. */
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

/** A code that was lost on the way is not valid any more, so asking again harms nobody. */
function rethrowAuthorizationFault(error: unknown): never {
  if (error instanceof TikTokFault && invalidCodeErrors.has(error.code))
    throw rejected(error.reason, "ad_accounts:consent_not_valid");
  if (error instanceof TikTokFault && configurationErrors.has(error.code))
    throw new AdapterFault("later", { reason: error.reason, retryAfterSeconds: 300 });
  if (isFault(error, "outcome_unknown"))
    throw new AdapterFault("later", { reason: error.reason, cause: error });
  throw error;
}
