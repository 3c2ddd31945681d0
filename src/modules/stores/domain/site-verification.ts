/** Name of the meta tag, and prefix of the TXT record's value. */
export const verificationName = "rawaj-site-verification";

/** A page's head: what visitors write is below it and verifies nothing. */
function parseHead(page: string): string {
  const visible = page.slice(0, 500_000).replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  return visible.split(/<\/head\s*>|<body[\s>]/i, 1)[0] ?? "";
}

/** Whether a page carries our tag with this token in its head. */
export function pageHasToken(page: string, token: string): boolean {
  const tags = parseHead(page).match(/<meta\s[^>]*>/gi) ?? [];
  return tags.some(
    (tag) => parseAttribute(tag, "name") === verificationName && parseAttribute(tag, "content") === token,
  );
}

/** Whether a name's TXT records hold the token; a record may come in parts. */
export function recordsHaveToken(records: readonly (readonly string[])[], token: string): boolean {
  return records.some((pieces) => pieces.join("").trim() === `${verificationName}=${token}`);
}

/** Whether the page loads the pixel of this site, anywhere on the page. */
export function pageHasPixel(page: string, pixelKey: string): boolean {
  const scripts = page.match(/<script\s[^>]*>/gi) ?? [];
  return scripts.some(
    (tag) =>
      parseAttribute(tag, "data-site") === pixelKey && /\/pixel\.js\b/.test(parseAttribute(tag, "src") ?? ""),
  );
}

function parseAttribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
