import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type {
  AuthorizationCallback,
  CallbackQuery,
  StoreLinker,
} from "#modules/stores/server/store-platform.port.ts";
import { asText, parseJson, record } from "../shared/read.ts";
import { toKeyAuth } from "./api.ts";
import { type SiteKey, serializeCredential } from "./credential.ts";
import type { WooCommerceSettings } from "./settings.ts";
import { addressAt, checkSite, findSite, parseErrorCode, type SiteIndex } from "./site.ts";

/**
 * `/wc-auth/v1/authorize` (WooCommerce REST API docs, Authentication endpoint): the site's own server sends the key,
 * unsigned, so only `user_id`, our state, says which authorization it belongs to.
 */
export function siteKeys(settings: WooCommerceSettings): StoreLinker {
  return {
    authorizationUrl({ site, state, redirectUri, serverCallbackUri }) {
      const query = new URLSearchParams({
        app_name: "Rawaj",
        scope: "read_write",
        user_id: state,
        return_url: redirectUri,
        callback_url: serverCallbackUri,
      });
      return `${site ?? ""}/wc-auth/v1/authorize?${query}`;
    },
    async checkStoreExists(site) {
      await findSite(site, settings);
    },
    parseCallback: parseSuccessCallback,
    parseServerCallback(body) {
      const fields = record(parseJson(body));
      const state = asText(fields.user_id, 200);
      const [key, secret] = [asText(fields.consumer_key, 200), asText(fields.consumer_secret, 200)];
      if (state === "" || !key.startsWith("ck_") || !secret.startsWith("cs_")) return null;
      return {
        state,
        grant: JSON.stringify({ key, secret, permissions: asText(fields.key_permissions, 40) }),
      };
    },
    async exchangeCode({ site, serverGrant }) {
      if (site === null || serverGrant === null)
        throw new AdapterFault("rejected", { reason: "the site sent no key" });
      const { key, secret, permissions } = record(parseJson(Buffer.from(serverGrant)));
      if (permissions !== "read_write")
        throw new AdapterFault("rejected", {
          reason: "the key may not write",
          messageKey: "stores:scope_missing",
        });
      const found = await findSite(site, settings);
      const keyPair = { key: asText(key, 200), secret: asText(secret, 200) };
      const authLocation = await detectAuthLocation(found, keyPair, settings);
      const credential = serializeCredential({
        site: found.site,
        permalinks: found.permalinks,
        ...keyPair,
        authLocation,
      });
      return { credential, refreshToken: null, expiresAt: null, scopes: ["read_write"] };
    },
    async refresh() {
      throw new AdapterFault("reconnect", { reason: "keys of WooCommerce are not renewed" });
    },
  };
}

function parseSuccessCallback({ user_id: state = "", success }: CallbackQuery): AuthorizationCallback {
  if (state === "") return { state, outcome: "failed" };
  return { state, outcome: success === "1" ? "agreed" : success === "0" ? "denied" : "failed" };
}

/** Some hosts remove the Authorization header: then the key has no effect there and goes into the query. */
async function detectAuthLocation(
  siteIndex: SiteIndex,
  key: Pick<SiteKey, "key" | "secret">,
  settings: WooCommerceSettings,
): Promise<SiteKey["authLocation"]> {
  const { headers } = toKeyAuth({ ...key, authLocation: "header" });
  const answer = await httpRequest({
    method: "GET",
    url: addressAt(siteIndex, "/wc/v3/settings/general"),
    headers,
    ...checkSite(siteIndex.site, settings),
    timeoutMs: settings.timeoutMs ?? 30_000,
  });
  const isHeaderRemoved = answer.status === 401 && parseErrorCode(answer) === "woocommerce_rest_cannot_view";
  return isHeaderRemoved ? "query" : "header";
}
