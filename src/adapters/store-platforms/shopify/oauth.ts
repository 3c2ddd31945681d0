import type { Clock } from "#base/server/clock.ts";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { CallbackQuery, StoreLinker, StoreTokens } from "#modules/stores/server/store-platform.port.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import { asText, record } from "../shared/read.ts";
import { isSigned } from "../shared/signature.ts";
import { parseCredential, serializeCredential } from "./credential.ts";
import { type ShopifySettings, toShopUrl } from "./settings.ts";

const scopes = ["read_products", "read_orders"];
/** Requested too, but a shop that does not grant them is connected all the same: coupons are typed in there. */
const optionalScopes = ["write_discounts"];
/** Maximum age of a callback, by the system clock (as in Shopify's own library). */
const callbackSeconds = 90;

/** The authorization code grant of a shop, with expiring offline tokens (shopify.dev, Authorization code grant). */
export function shopifyOAuth(settings: ShopifySettings, clock: Clock): StoreLinker {
  const { clientId, clientSecrets, timeoutMs = 15_000 } = settings;
  const app = { client_id: clientId, client_secret: clientSecrets[0] };

  async function token(shop: string, grant: Record<string, string>): Promise<StoreTokens> {
    const url = `${toShopUrl(settings, shop)}/admin/oauth/access_token`;
    const answer = await httpRequest({ method: "POST", url, json: { ...app, ...grant }, timeoutMs });
    const body = record(answer.json);
    if (answer.status === 200 && typeof body.access_token === "string") return readTokens(shop, body, clock);
    const error = asText(body.error, 60);
    const reason = `Shopify ${answer.status} ${error}: ${asText(body.error_description ?? body.errors, 300)}`;
    if (answer.status >= 500 || answer.status === 200) throw new AdapterFault("outcome_unknown", { reason });
    if (answer.status === 429) throw new AdapterFault("later", { reason, retryAfterSeconds: 30 });
    throw new AdapterFault(error === "invalid_client" ? "rejected" : "reconnect", { reason });
  }

  return {
    authorizationUrl({ site, state, redirectUri }) {
      const query = {
        client_id: clientId,
        scope: [...scopes, ...optionalScopes].join(","),
        redirect_uri: redirectUri,
        state,
      };
      return `${toShopUrl(settings, site ?? "")}/admin/oauth/authorize?${new URLSearchParams(query)}`;
    },
    parseCallback: parseCodeCallback,
    async exchangeCode({ callback, site }) {
      checkCallback(callback, site, clientSecrets, clock);
      // Without `expiring` the request would be for a token that never expires, which new apps are refused.
      const tokens = await token(callback.shop ?? "", { code: callback.code ?? "", expiring: "1" });
      const missing = scopes.filter((scope) => !hasScope(tokens.scopes, scope));
      if (missing.length === 0) return tokens;
      const reason = `not granted: ${missing.join(", ")}`;
      throw new AdapterFault("rejected", { reason, messageKey: "stores:scope_missing" });
    },
    async refresh(sealed) {
      const { shop, token: refreshToken } = parseCredential(sealed);
      return token(shop, { grant_type: "refresh_token", refresh_token: refreshToken });
    },
  };
}

/** Verifies that Shopify itself sent the browser back, just now, from the requested shop. */
function checkCallback(
  callback: CallbackQuery,
  site: string | null,
  secrets: readonly string[],
  clock: Clock,
) {
  const refuse = (reason: string): never => {
    throw new AdapterFault("rejected", { reason: `a callback ${reason}` });
  };
  if (!secrets.some((secret) => hasValidHmac(callback, secret))) refuse("that Shopify did not sign");
  if (callback.shop !== site) refuse("of another shop");
  const age = Math.abs(clock.now().getTime() / 1_000 - Number(callback.timestamp));
  if (!(age <= callbackSeconds)) refuse("that is too old");
}

/** Hex HMAC over all parameters but itself, sorted by name and joined as a query. */
function hasValidHmac({ hmac = "", ...params }: CallbackQuery, secret: string): boolean {
  const message = Object.entries(params)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return isSigned(Buffer.from(message), hmac, secret, "hex");
}

/** A write scope includes the read scope. */
function hasScope(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/^read_/, "write_"));
}

function readTokens(shop: string, body: Record<string, unknown>, clock: Clock): StoreTokens {
  const { expires_in: lifetime } = body;
  const refreshToken = asText(body.refresh_token, 4_000);
  return {
    credential: serializeCredential({ shop, token: asText(body.access_token, 4_000) }),
    refreshToken: refreshToken === "" ? null : serializeCredential({ shop, token: refreshToken }),
    expiresAt: typeof lifetime === "number" ? new Date(clock.now().getTime() + lifetime * 1_000) : null,
    scopes: asText(body.scope, 2_000).split(",").filter(Boolean),
  };
}
