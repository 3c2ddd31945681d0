/** Where a link may lead: a store's public address without a slash at its end, path included (`https://shop.sa/ar`). */
export type StoreAddress = string;

/**
 * Whether a link leads under one of the addresses: the same host and port (with or without "www."), https wherever
 * the address is https, and a path inside the address's own, cut at a slash. Anything a browser would read
 * differently than we do (credentials, control characters, backslashes) is not under any address.
 */
export function leadsUnder(link: string, addresses: readonly StoreAddress[]): boolean {
  const target = readLink(link);
  return target !== null && addresses.some((address) => isUnder(target, address));
}

/** A link as a browser will follow it, or null when it is not a plain http(s) address. */
export function readLink(link: string): URL | null {
  // A browser drops tabs and line breaks and turns backslashes; what needs that is not a link anybody typed.
  if (link.length > 2_000 || /[\s\p{Cc}\\]/u.test(link) || !URL.canParse(link)) return null;
  const url = new URL(link);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPlain ? url : null;
}

function isUnder(target: URL, address: StoreAddress): boolean {
  const home = readLink(address);
  if (!home || bareHost(home) !== bareHost(target)) return false;
  if (home.protocol !== target.protocol && target.protocol !== "https:") return false;
  const prefix = home.pathname.replace(/\/+$/, "");
  return target.pathname === prefix || target.pathname.startsWith(`${prefix}/`);
}

/** "www." is the same shop; a trailing dot is the same name. */
function bareHost(url: URL): string {
  const name = url.hostname.replace(/\.$/, "").replace(/^www\./, "");
  return url.port === "" ? name : `${name}:${url.port}`;
}
