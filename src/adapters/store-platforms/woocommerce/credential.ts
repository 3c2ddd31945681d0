import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { asText, record } from "../shared/read.ts";

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
  try {
    const fields = record(JSON.parse(credential));
    return {
      site: asText(fields.site, 2_000),
      key: asText(fields.key, 200),
      door: fields.door === "plain" ? "plain" : "pretty",
      shows: fields.shows === "query" ? "query" : "header",
      secret: asText(fields.secret, 200),
    };
  } catch {
    throw new AdapterFault("reconnect", { reason: "not a key of a WooCommerce site" });
  }
}
