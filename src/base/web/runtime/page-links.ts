/** The key and version of Google Maps that the server writes into the page's head; null without a key. */
export function findGoogleMapsSettings(): { key: string; version: string } | null {
  const key = readMeta("google-maps-key");
  return key ? { key, version: readMeta("google-maps-version") } : null;
}

/** An address that the server writes into the page's head; null when this installation has none. */
export function findPageLink(name: "help-chat-url" | "terms-url" | "privacy-url"): string | null {
  const address = readMeta(name);
  return /^(https:\/\/|\/)/.test(address) ? address : null;
}

const readMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
