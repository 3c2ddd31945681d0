import { partsOf } from "../shared/credential.ts";
import { asText } from "../shared/read.ts";

/** A key with the site it opens, and the way in that worked. */
export type SiteKey = {
  /** The site's address without a slash at the end. */
  site: string;
  key: string;
  /** `plain`: the site has plain permalinks, its API answers at `?rest_route=` alone. */
  door: "pretty" | "plain";
  /** `query`: the host takes the Authorization header away. */
  shows: "header" | "query";
  secret: string;
};

export function sealedTogether({ site, key, door, shows, secret }: SiteKey): string {
  return JSON.stringify({ site, key, door, shows, secret });
}

export function taken(credential: string): SiteKey {
  const { site, key, door, shows, secret } = partsOf(credential, "a key of a WooCommerce site");
  return {
    site: asText(site, 2_000),
    key: asText(key, 200),
    door: door === "plain" ? "plain" : "pretty",
    shows: shows === "query" ? "query" : "header",
    secret: asText(secret, 200),
  };
}
