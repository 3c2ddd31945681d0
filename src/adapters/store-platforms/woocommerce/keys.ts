import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Callback, ConsentReturn, StoreLinker } from "#modules/stores/server/store-platform.port.ts";
import { asText, parsed, record } from "../shared/read.ts";
import { proofOf } from "./api.ts";
import { type SiteKey, sealedTogether } from "./credential.ts";
import type { WooCommerceSettings } from "./settings.ts";
import { addressAt, checkSite, codeOf, findSite, type SiteIndex } from "./site.ts";

/**
 * `/wc-auth/v1/authorize` (WooCommerce REST API docs, Authentication endpoint): the site's own server brings the key,
 * unsigned, so that `user_id`, our state, is all that says whose it is.
 */
export function siteKeys(settings: WooCommerceSettings): StoreLinker {
  return {
    consentUrl({ site, state, redirectUri, handoverUri }) {
      const query = new URLSearchParams({
        app_name: "Rawaj",
        scope: "read_write",
        user_id: state,
        return_url: redirectUri,
        callback_url: handoverUri,
      });
      return `${site ?? ""}/wc-auth/v1/authorize?${query}`;
    },
    async lookForStore(site) {
      await findSite(site, settings);
    },
    readReturn: readSuccess,
    readHandover(body) {
      const fields = record(parsed(body));
      const state = asText(fields.user_id, 200);
      const [key, secret] = [asText(fields.consumer_key, 200), asText(fields.consumer_secret, 200)];
      if (state === "" || !key.startsWith("ck_") || !secret.startsWith("cs_")) return null;
      return {
        state,
        grant: JSON.stringify({ key, secret, permissions: asText(fields.key_permissions, 40) }),
      };
    },
    async exchangeCode({ site, handedOver }) {
      if (site === null || handedOver === null)
        throw new AdapterFault("rejected", { reason: "the site handed no key over" });
      const { key, secret, permissions } = record(parsed(Buffer.from(handedOver)));
      if (permissions !== "read_write")
        throw new AdapterFault("rejected", {
          reason: "the key may not write",
          messageKey: "stores:scope_missing",
        });
      const found = await findSite(site, settings);
      const tried = { key: asText(key, 200), secret: asText(secret, 200) };
      const shows = await howToShow(found, tried, settings);
      const credential = sealedTogether({ site: found.site, door: found.door, ...tried, shows });
      return { credential, refreshToken: null, expiresAt: null, scopes: ["read_write"] };
    },
    async refresh() {
      throw new AdapterFault("reconnect", { reason: "keys of WooCommerce are not renewed" });
    },
  };
}

function readSuccess({ user_id: state = "", success }: Callback): ConsentReturn {
  if (state === "") return { state, outcome: "failed" };
  return { state, outcome: success === "1" ? "agreed" : success === "0" ? "denied" : "failed" };
}

/** Some hosts take the Authorization header away: then the key is as good as not shown, and goes into the query. */
async function howToShow(
  place: SiteIndex,
  key: Pick<SiteKey, "key" | "secret">,
  settings: WooCommerceSettings,
): Promise<SiteKey["shows"]> {
  const { headers } = proofOf({ ...key, shows: "header" });
  const answer = await httpRequest({
    method: "GET",
    url: addressAt(place, "/wc/v3/settings/general"),
    headers,
    ...checkSite(place.site, settings),
    timeoutMs: settings.timeoutMs ?? 30_000,
  });
  const wasNotSeen = answer.status === 401 && codeOf(answer) === "woocommerce_rest_cannot_view";
  return wasNotSeen ? "query" : "header";
}
