/** Where a link may lead: a store's public address without a trailing slash, path included (`https://shop.sa/ar`). */
export type StoreAddress = string;

/**
 * Whether a link leads under one of the addresses: the same host and port (with or without "www."), https wherever
 * the address is https, and a path inside the address's own path, cut at a slash. Anything a browser could read
 * differently than we do (credentials, control characters, backslashes) is not under any address.
 */
export function leadsUnder(link: string, addresses: readonly StoreAddress[]): boolean {
  const target = parseLink(link);
  return target !== null && addresses.some((address) => isUnder(target, address));
}

/**
 * A link as a browser and the server behind it read it; null when it is not a plain http(s) address. The path is
 * normalised first, so the checked value is also the stored value: parsing it again gives the same link.
 */
export function parseLink(link: string): URL | null {
  // A browser drops tabs and line breaks and turns backslashes into slashes; no ordinary link needs that.
  if (link.length > 2_000 || /[\s\p{Cc}\\]/u.test(link) || !URL.canParse(link)) return null;
  const url = new URL(link);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  const path = isPlain ? normalisedPath(url.pathname) : null;
  if (path === null) return null;
  url.pathname = path;
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

/** Servers and proxies decode a path up to this many times; no ordinary link nests deeper. */
const decodings = 4;
/** Encoded control characters, and bytes that UTF-8 never has (old decoders read them as a slash). */
const unsafeEscapes = /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f]|c[01]|f[5-9a-f])/i;

/**
 * RFC 3986, 6.2.2; dot segments are resolved however often dots and slashes are encoded. Null for a path with no safe
 * meaning.
 */
function normalisedPath(path: string): string | null {
  const decoded = decodedDelimiters(path);
  if (decoded === null || unsafeEscapes.test(decoded)) return null;
  const segments = decoded.split(/[\\/]/);
  return (segments.some(isDots) ? withoutDots(segments) : path).replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
  });
}

/** Dots, slashes and backslashes as the server that decodes most often sees them. */
function decodedDelimiters(path: string): string | null {
  let seen = path;
  for (let pass = 0; pass <= decodings; pass += 1) {
    const next = seen.replaceAll(/%(?:25|2e|2f|5c)/gi, decodeURIComponent);
    if (next === seen) return seen;
    seen = next;
  }
  return null;
}

/** Some servers cut a segment at its semicolon: "..;" also goes up one level. */
function isDots(segment: string): boolean {
  return /^\.{1,2}(;|$)/.test(segment);
}

function withoutDots(segments: readonly string[]): string {
  const resolved: string[] = [];
  for (const segment of segments.slice(1)) {
    if (!isDots(segment)) resolved.push(segment);
    else if (segment.startsWith("..")) resolved.pop();
  }
  return `/${resolved.join("/")}`;
}

function isUnder(target: URL, address: StoreAddress): boolean {
  const home = parseLink(address);
  if (!home || bareHost(home) !== bareHost(target)) return false;
  if (home.protocol !== target.protocol && target.protocol !== "https:") return false;
  const prefix = home.pathname.replace(/\/+$/, "");
  return target.pathname === prefix || target.pathname.startsWith(`${prefix}/`);
}

/** "www." is the same shop. */
function bareHost(url: URL): string {
  const name = url.hostname.replace(/^www\./, "");
  return url.port === "" ? name : `${name}:${url.port}`;
}
