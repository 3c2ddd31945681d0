/**
 * A host name as DNS knows it, from what a merchant types (with a scheme or a path, in Arabic letters too); null when it
 * is none. A name without a subdomain is refused: a CNAME cannot stand beside a zone's own records (RFC 1034, 3.6.2).
 */
export function parseHost(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/s, "");
  if (bare === "" || !URL.canParse(`https://${bare}`)) return null;
  const { hostname, port, username } = new URL(`https://${bare}`);
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const labels = host.split(".");
  const isName = labels.length >= 3 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
  const hasLetters = /[a-z]/.test(labels.at(-1) ?? "");
  return isName && hasLetters && port === "" && username === "" && host.length <= 253 ? host : null;
}
