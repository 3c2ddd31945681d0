import { parseParts } from "../shared/credential.ts";
import { asText } from "../shared/read.ts";

/** A key with the site it opens, and the way in that worked. */
export type SiteKey = {
  /** The site's address without a slash at the end. */
  site: string;
  key: string;
  /** `plain`: the site has plain permalinks, its API answers at `?rest_route=` alone. */
  permalinks: "pretty" | "plain";
  /** `query`: the host takes the Authorization header away. */
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
