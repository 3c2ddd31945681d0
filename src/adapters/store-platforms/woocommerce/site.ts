import { type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { asText, isRecord, list, record } from "../shared/read.ts";
import type { SiteKey } from "./credential.ts";
import type { WooCommerceSettings } from "./settings.ts";

const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Place = Pick<SiteKey, "site" | "permalinks">;

/** The address of a call at a site, by the door that is open there (WordPress REST API handbook). */
export function addressAt(
  { site, permalinks }: Place,
  path: string,
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(permalinks === "plain" ? { rest_route: path, ...query } : query);
  const written = params.size > 0 ? `?${params}` : "";
  return permalinks === "plain" ? `${site}/${written}` : `${site}/wp-json${path}${written}`;
}

/** https on the internet; a site on this machine only where the settings let it. Throws `rejected` for anything else. */
export function checkSite(site: string, settings: WooCommerceSettings): { publicOnly: boolean } {
  const { protocol, hostname } = new URL(site);
  if (!settings.publicOnly && localHosts.test(hostname)) return { publicOnly: false };
  if (protocol !== "https:") throw new AdapterFault("rejected", { reason: `${site} is not https` });
  return { publicOnly: true };
}

/** A site as its own index describes it. */
export type SiteIndex = Place & { name: string; home: string; address: string };

/** Finds the door behind which WooCommerce answers: the usual one, the other, or one the site has moved to. */
export async function findSite(site: string, settings: WooCommerceSettings): Promise<SiteIndex> {
  const moved = await readIndex({ site, permalinks: "pretty" }, settings);
  if (typeof moved !== "string") return moved;
  const places: Place[] = [
    ...(moved === "" ? [] : [{ site: moved, permalinks: "pretty" as const }]),
    { site: moved || site, permalinks: "plain" },
  ];
  for (const place of places) {
    const found = await readIndex(place, settings);
    if (typeof found !== "string") return found;
  }
  throw new AdapterFault("rejected", { reason: `${site} shows no WooCommerce` });
}

/** The index behind a door; otherwise where the site says it has moved, or "" when it says nothing. */
async function readIndex(place: Place, settings: WooCommerceSettings): Promise<SiteIndex | string> {
  const { publicOnly } = checkSite(place.site, settings);
  const url = addressAt(place, "/");
  const answer = await httpRequest({
    method: "GET",
    url,
    publicOnly,
    timeoutMs: settings.timeoutMs ?? 30_000,
  });
  if (answer.status >= 500 || answer.status === 429)
    throw new AdapterFault("later", { reason: `${url} answered ${answer.status}`, retryAfterSeconds: 30 });
  const index = record(answer.json);
  if (!list(index.namespaces).includes("wc/v3")) return movedTo(answer, url);
  const address = tidy(asText(index.url, 2_000)) || place.site;
  return {
    ...place,
    name: asText(index.name, 200),
    home: tidy(asText(index.home, 2_000)) || address,
    address,
  };
}

/** "https://www.…/wp-json/" behind a redirect is the site's better address. */
function movedTo({ status, headers }: HttpResponse, from: string): string {
  const { location } = headers;
  if (status < 300 || status >= 400 || typeof location !== "string" || !URL.canParse(location, from))
    return "";
  return /^(https:.*)\/wp-json\/?$/.exec(new URL(location, from).href)?.[1] ?? "";
}

function tidy(address: string): string {
  return URL.canParse(address) ? address.replace(/\/+$/, "") : "";
}

/** What WordPress says went wrong: a code, or "" when something in front of it spoke instead, in HTML. */
export function parseErrorCode({ json }: HttpResponse): string {
  return isRecord(json) ? asText(json.code, 80) : "";
}
