/**
 * True when a link leads into one of the merchant's registered places. A place is an address with an optional path
 * ("https://shop.example", "https://host/store/nakhla"): same scheme, host and port, and the path inside it, cut at a slash.
 */
export function leadsInto(link: string, places: readonly string[]): boolean {
  const target = read(link);
  if (!target) return false;
  return places.some((place) => {
    const home = read(place.includes("://") ? place : `https://${place}`);
    if (!home || home.origin !== target.origin) return false;
    const base = home.pathname.replace(/\/+$/, "");
    return target.pathname === base || target.pathname.startsWith(`${base}/`);
  });
}

/** A web address as people paste it, or null: http(s) only, no name and password inside, no control characters. */
export function read(link: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (link.length > 2_048 || /[\u0000-\u0020\u007f\\]/.test(link.trim())) return null;
  const url = URL.parse(link.trim());
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
  return url;
}
