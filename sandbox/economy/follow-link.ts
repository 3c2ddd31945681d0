import type { Shop } from "./ports.ts";
import type { ClickOutcome } from "./truth.ts";
import type { ClientProfile } from "./visitors.ts";

const TIMEOUT_MS = 10_000;
const MAX_HOPS = 5;

export interface Arrival {
  outcome: Extract<ClickOutcome, "visited" | "elsewhere" | "lost">;
  reached: string | null;
  status: number | null;
  reason: string | null;
  shop: Shop | null;
}

/**
 * Requests an ad's address and follows its redirects, hop by hop, until it reaches a shop or another page. No
 * response or an error response: the shopper is lost.
 */
export async function followLink(landingUrl: string, client: ClientProfile, shops: Shop[]): Promise<Arrival> {
  let url = landingUrl;
  let first: number | null = null;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const shop = shopAt(url, shops);
    if (shop) return { outcome: "visited", reached: url, status: first, reason: null, shop };
    const answer = await requestOnce(url, client);
    if ("reason" in answer)
      return { outcome: "lost", reached: null, status: first, reason: answer.reason, shop: null };
    first ??= answer.status;
    if (
      answer.status >= 300 &&
      answer.status < 400 &&
      answer.location &&
      URL.canParse(answer.location, url)
    ) {
      url = new URL(answer.location, url).toString();
      continue;
    }
    const failed = answer.status >= 300;
    return {
      outcome: failed ? "lost" : "elsewhere",
      reached: url,
      status: first,
      reason: failed ? `HTTP ${answer.status}` : null,
      shop: null,
    };
  }
  return { outcome: "lost", reached: null, status: first, reason: "too many redirects", shop: null };
}

/** The shop with this address, matched at a path boundary. */
export function shopAt(url: string, shops: Shop[]): Shop | null {
  return (
    shops.find(
      (shop) => url.startsWith(shop.origin()) && /^([/?#]|$)/.test(url.slice(shop.origin().length)),
    ) ?? null
  );
}

/** Whether robots.txt there disallows bots on this address. No response = it does not. */
export async function isBlockedByRobots(url: string, client: ClientProfile): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  try {
    const response = await fetch(`${origin}/robots.txt`, {
      headers: { "user-agent": client.userAgent },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return false;
    const rules = [...(await response.text()).matchAll(/^disallow:\s*(\S+)/gim)].map((rule) => rule[1] ?? "");
    return rules.some((rule) => pathname.startsWith(rule));
  } catch {
    return false;
  }
}

async function requestOnce(
  url: string,
  client: ClientProfile,
): Promise<{ status: number; location: string | null } | { reason: string }> {
  try {
    const response = await fetch(url, {
      headers: { ...client.headers, "user-agent": client.userAgent },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status, location: response.headers.get("location") };
  } catch (error) {
    const cause =
      error instanceof Error
        ? ((error.cause as { code?: string } | undefined)?.code ?? error.name)
        : "failed";
    return { reason: cause };
  }
}
