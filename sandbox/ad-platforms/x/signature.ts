import { createHmac } from "node:crypto";

/** RFC 3986: only letters, digits and -._~ are not encoded. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The signature base string (OAuth Core 1.0a, section 9.1): the method, the bare address, and every parameter in
 * order.
 */
export function signatureBase(method: string, url: URL, parameters: [string, string][]): string {
  const encoded = parameters.map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const sorted = encoded.toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  const joined = sorted.map(([name, value]) => `${name}=${value}`).join("&");
  return [method.toUpperCase(), url.origin + url.pathname, joined].map(percentEncode).join("&");
}

export function computeSignature(base: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return createHmac("sha1", key).update(base).digest("base64");
}

/** The fields of an `Authorization: OAuth …` header, or null when it is not one. */
export function parseAuthorization(header: string | undefined): Map<string, string> | null {
  if (!header?.startsWith("OAuth ")) return null;
  const fields = new Map<string, string>();
  for (const part of header.slice(6).split(",")) {
    const found = /^\s*([a-z_]+)="([^"]*)"\s*$/i.exec(part);
    if (!found) return null;
    try {
      fields.set(found[1] ?? "", decodeURIComponent(found[2] ?? ""));
    } catch {
      return null;
    }
  }
  return fields;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
