import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { PlatformTokens } from "#modules/ad-accounts/server/ad-platform.port.ts";

type Options = {
  /** The URL of the token endpoint. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** Linking fails if one of these was not granted. */
  scopes: readonly string[];
  clock: Clock;
  timeoutMs?: number | undefined;
  /** Maps the response of a busy or failing platform to a fault. */
  toFault(response: HttpResponse): AdapterFault;
};

const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  scope: z.string().optional(),
});

/** OAuth 2's token endpoint (RFC 6749, sections 4.1.3 and 6); the client's credentials are sent in the form. */
export function makeTokenClient({ url, clientId, clientSecret, scopes, clock, timeoutMs, toFault }: Options) {
  async function postForm(form: Record<string, string>): Promise<HttpResponse> {
    try {
      return await httpRequest({
        method: "POST",
        url,
        form: { client_id: clientId, client_secret: clientSecret, ...form },
        ...(timeoutMs ? { timeoutMs } : {}),
      });
    } catch (error) {
      // A refresh token can be used again, and a lost code is only invalid: repeating the call is safe.
      if (isFault(error, "outcome_unknown"))
        throw new AdapterFault("later", { reason: error.reason, cause: error });
      throw error;
    }
  }

  function parseTokens(response: HttpResponse): PlatformTokens {
    const tokens = tokenResponseSchema.safeParse(response.json);
    if (!tokens.success) throw new AdapterFault("later", { reason: "unreadable token response" });
    const { access_token, refresh_token, expires_in, scope } = tokens.data;
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      expiresAt: new Date(clock.now().getTime() + expires_in * 1_000),
      scopes: scope?.split(" ").filter(Boolean) ?? scopes,
    };
  }

  /**
   * `invalid_grant` means that the merchant's grant ended; a refused client means that our settings are wrong, which is
   * temporary.
   */
  function toTokenFault(response: HttpResponse, grantFault: AdapterFault): AdapterFault {
    if (response.status === 400) return grantFault;
    if (response.status === 429 || response.status >= 500) return toFault(response);
    return new AdapterFault("later", { reason: formatError(response), retryAfterSeconds: 300 });
  }

  return {
    /**
     * Exchanges the callback's code for tokens; throws `rejected` if the code is invalid or a required scope is
     * missing.
     */
    async exchange(form: {
      code: string;
      redirect_uri: string;
      code_verifier?: string;
    }): Promise<PlatformTokens> {
      const response = await postForm({ grant_type: "authorization_code", ...form });
      const rejection = { reason: formatError(response), messageKey: "ad_accounts:consent_not_valid" };
      if (response.status !== 200) throw toTokenFault(response, new AdapterFault("rejected", rejection));
      const tokens = parseTokens(response);
      const missing = scopes.filter((scope) => !tokens.scopes.includes(scope));
      if (missing.length === 0) return tokens;
      const reason = `missing ${missing.join(", ")}`;
      throw new AdapterFault("rejected", { reason, messageKey: "ad_accounts:scopes_missing" });
    },
    async refresh(refreshToken: string): Promise<PlatformTokens> {
      const response = await postForm({ grant_type: "refresh_token", refresh_token: refreshToken });
      if (response.status === 200) return parseTokens(response);
      const revoked = { reason: formatError(response), messageKey: "ad_accounts:lost_access_revoked" };
      throw toTokenFault(response, new AdapterFault("reconnect", revoked));
    },
  };
}

function formatError(response: HttpResponse): string {
  const { error, error_description } = (response.json ?? {}) as Record<string, unknown>;
  return `${response.status} ${String(error ?? "")} ${String(error_description ?? "")}`.trim().slice(0, 300);
}
