import type { Clock } from "#base/server/clock.ts";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StoreLinker, StoreTokens } from "#modules/stores/server/store-platform.port.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import { asText, record } from "../shared/read.ts";
import type { SallaSettings } from "./settings.ts";

/** The scopes we request; `offline_access` is what brings a refresh token. */
const scopes = [
  "offline_access",
  "settings.read",
  "orders.read",
  "products.read",
  "webhooks.read_write",
  "marketing.read_write",
];

/** accounts.salla.sa (Salla docs, Authorization). Salla documents no PKCE: the state alone binds the callback to us. */
export function sallaAccounts(settings: SallaSettings, clock: Clock): StoreLinker {
  const { accountsUrl, clientId, clientSecret } = settings;

  async function token(grant: Record<string, string>): Promise<StoreTokens> {
    const answer = await httpRequest({
      method: "POST",
      url: `${accountsUrl}/oauth2/token`,
      form: { client_id: clientId, client_secret: clientSecret, ...grant },
      timeoutMs: 15_000,
    });
    const body = record(answer.json);
    if (answer.status === 200 && typeof body.access_token === "string") return readTokens(body, clock);
    const reason = `Salla ${answer.status} ${asText(body.error, 60)}: ${asText(body.error_description, 300)}`;
    // An outage, not a refusal: whether the one-time token was used is unknown.
    if (answer.status >= 500 || answer.status === 200) throw new AdapterFault("outcome_unknown", { reason });
    if (answer.status === 429) throw new AdapterFault("later", { reason, retryAfterSeconds: 30 });
    throw new AdapterFault(body.error === "invalid_grant" ? "reconnect" : "rejected", { reason });
  }

  return {
    authorizationUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: "code",
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
      });
      return `${accountsUrl}/oauth2/auth?${query}`;
    },
    parseCallback: parseCodeCallback,
    exchangeCode: ({ callback, redirectUri }) =>
      token({ grant_type: "authorization_code", code: callback.code ?? "", redirect_uri: redirectUri }),
    refresh: (refreshToken) => token({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

/** The expiry comes as `expires` (unix seconds) or as `expires_in`; both occur. */
function readTokens(body: Record<string, unknown>, clock: Clock): StoreTokens {
  const { expires, expires_in: lifetime } = body;
  const endMs =
    typeof expires === "number"
      ? expires * 1_000
      : typeof lifetime === "number"
        ? clock.now().getTime() + lifetime * 1_000
        : null;
  return {
    credential: asText(body.access_token, 4_000),
    refreshToken: asText(body.refresh_token, 4_000) || null,
    expiresAt: endMs === null ? null : new Date(endMs),
    scopes: asText(body.scope, 2_000).split(" ").filter(Boolean),
  };
}
