import type { Clock } from "#base/server/clock.ts";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StoreLinker, StoreTokens } from "#modules/stores/server/store-platform.port.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import { asText, record } from "../shared/read.ts";
import { serializeCredential } from "./credential.ts";
import type { ZidSettings } from "./settings.ts";

/**
 * oauth.zid.sa (docs.zid.sa, Authorization). No scopes are requested: what the app may read is set in the partner
 * dashboard. No PKCE is documented: the state alone binds the callback to us.
 */
export function zidAccounts(settings: ZidSettings, clock: Clock): StoreLinker {
  const { oauthUrl, clientId, clientSecret, timeoutMs = 15_000 } = settings;

  async function token(grant: Record<string, string>): Promise<StoreTokens> {
    const answer = await httpRequest({
      method: "POST",
      url: `${oauthUrl}/oauth/token`,
      form: { client_id: clientId, client_secret: clientSecret, ...grant },
      timeoutMs,
    });
    const tokens = answer.status === 200 ? readTokens(record(answer.json), grant, clock) : null;
    if (tokens) return tokens;
    const body = record(answer.json);
    const error = asText(body.error, 60);
    const reason = `Zid ${answer.status} ${error}: ${asText(body.error_description ?? body.message, 300)}`;
    if (answer.status >= 500 || answer.status === 200) throw new AdapterFault("outcome_unknown", { reason });
    if (answer.status === 429) throw new AdapterFault("later", { reason, retryAfterSeconds: 30 });
    throw new AdapterFault(error === "invalid_client" ? "rejected" : "reconnect", { reason });
  }

  return {
    authorizationUrl({ state, redirectUri }) {
      const params = { client_id: clientId, response_type: "code", redirect_uri: redirectUri, state };
      return `${oauthUrl}/oauth/authorize?${new URLSearchParams(params)}`;
    },
    parseCallback: parseCodeCallback,
    exchangeCode: ({ callback, redirectUri }) =>
      token({ grant_type: "authorization_code", code: callback.code ?? "", redirect_uri: redirectUri }),
    refresh: (refreshToken) => token({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

/** Both tokens or none. The bearer's field occurs as `authorization` and as `Authorization`. */
function readTokens(
  body: Record<string, unknown>,
  grant: Record<string, string>,
  clock: Clock,
): StoreTokens | null {
  const manager = asText(body.access_token, 8_000);
  const partner = asText(body.authorization ?? body.Authorization, 8_000).replace(/^Bearer /i, "");
  if (manager === "" || partner === "") return null;
  const { expires_in: lifetime } = body;
  return {
    credential: serializeCredential({ partner, manager }),
    refreshToken: asText(body.refresh_token, 8_000) || grant.refresh_token || null,
    expiresAt: typeof lifetime === "number" ? new Date(clock.now().getTime() + lifetime * 1_000) : null,
    scopes: [],
  };
}
