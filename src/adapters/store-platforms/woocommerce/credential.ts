import { parseParts } from "../shared/credential.ts";
import { asText } from "../shared/read.ts";

/** A key with its site, and the way of calling that works there. */
export type SiteKey = {
  /** The site's address without a trailing slash. */
  site: string;
  key: string;
  /** `plain`: the site has plain permalinks, its API answers only at `?rest_route=`. */
  permalinks: "pretty" | "plain";
  /** `query`: the host removes the Authorization header. */
  authLocation: "header" | "query";
  secret: string;
};

export function serializeCredential({ site, key, permalinks, authLocation, secret }: SiteKey): string {
  // The stored names of the parts do not change: sealed credentials are read for as long as a store is connected.
  return JSON.stringify({ site, key, door: permalinks, shows: authLocation, secret });
}

export function parseCredential(credential: string): SiteKey {
  const { site, key, door, shows, secret } = parseParts(credential, "a key of a WooCommerce site");
  return {
    site: asText(site, 2_000),
    key: asText(key, 200),
    permalinks: door === "plain" ? "plain" : "pretty",
    authLocation: shows === "query" ? "query" : "header",
    secret: asText(secret, 200),
  };
}
