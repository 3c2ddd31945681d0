import { type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { asText, isRecord, list, record } from "../shared/read.ts";
import type { SiteKey } from "./credential.ts";
import type { WooCommerceSettings } from "./settings.ts";

const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type ApiLocation = Pick<SiteKey, "site" | "permalinks">;

/** The URL of a call at a site, in the form that its permalinks allow (WordPress REST API handbook). */
export function addressAt(
  { site, permalinks }: ApiLocation,
  path: string,
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(permalinks === "plain" ? { rest_route: path, ...query } : query);
  const written = params.size > 0 ? `?${params}` : "";
  return permalinks === "plain" ? `${site}/${written}` : `${site}/wp-json${path}${written}`;
}

/**
 * https and a public address; a site on this machine only where the settings allow it. Throws `rejected` for anything
 * else.
 */
export function checkSite(site: string, settings: WooCommerceSettings): { publicOnly: boolean } {
  const { protocol, hostname } = new URL(site);
  if (!settings.publicOnly && localHosts.test(hostname)) return { publicOnly: false };
  if (protocol !== "https:") throw new AdapterFault("rejected", { reason: `${site} is not https` });
  return { publicOnly: true };
}

/** A site as its own index describes it. */
export type SiteIndex = ApiLocation & { name: string; home: string; address: string };

/** Finds where WooCommerce answers: at the pretty permalinks, at the plain ones, or where the site has moved to. */
export async function findSite(site: string, settings: WooCommerceSettings): Promise<SiteIndex> {
  const moved = await readIndex({ site, permalinks: "pretty" }, settings);
  if (typeof moved !== "string") return moved;
  const candidates: ApiLocation[] = [
    ...(moved === "" ? [] : [{ site: moved, permalinks: "pretty" as const }]),
    { site: moved || site, permalinks: "plain" },
  ];
  for (const candidate of candidates) {
    const found = await readIndex(candidate, settings);
    if (typeof found !== "string") return found;
  }
  throw new AdapterFault("rejected", { reason: `${site} has no WooCommerce API` });
}

/** The index at this location; otherwise the address the site redirects to, or "" when there is none. */
async function readIndex(candidate: ApiLocation, settings: WooCommerceSettings): Promise<SiteIndex | string> {
  const { publicOnly } = checkSite(candidate.site, settings);
  const url = addressAt(candidate, "/");
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
  const address = tidy(asText(index.url, 2_000)) || candidate.site;
  return {
    ...candidate,
    name: asText(index.name, 200),
    home: tidy(asText(index.home, 2_000)) || address,
    address,
  };
}

/** "https://www.…/wp-json/" in a redirect is the site's better address. */
function movedTo({ status, headers }: HttpResponse, from: string): string {
  const { location } = headers;
  if (status < 300 || status >= 400 || typeof location !== "string" || !URL.canParse(location, from))
    return "";
  return /^(https:.*)\/wp-json\/?$/.exec(new URL(location, from).href)?.[1] ?? "";
}

function tidy(address: string): string {
  return URL.canParse(address) ? address.replace(/\/+$/, "") : "";
}

/** WordPress's error code, or "" when something in front of it answered instead, in HTML. */
export function parseErrorCode({ json }: HttpResponse): string {
  return isRecord(json) ? asText(json.code, 80) : "";
}
