/** The name of the tag, and of the record in the name's TXT. */
export const proofName = "rawaj-site-verification";

/** A page's head: what visitors write stands below it and proves nothing. */
function headOf(page: string): string {
  const visible = page.slice(0, 500_000).replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  return visible.split(/<\/head\s*>|<body[\s>]/i, 1)[0] ?? "";
}

/** Whether a page carries our tag with this token in its head. */
export function pageProves(page: string, token: string): boolean {
  const tags = headOf(page).match(/<meta\s[^>]*>/gi) ?? [];
  return tags.some((tag) => attributeOf(tag, "name") === proofName && attributeOf(tag, "content") === token);
}

/** Whether a name's TXT records hold the token; a record may come in pieces. */
export function recordsProve(records: readonly (readonly string[])[], token: string): boolean {
  return records.some((pieces) => pieces.join("").trim() === `${proofName}=${token}`);
}

/** Whether the page loads the pixel of this site; it may stand anywhere. */
export function pageCarriesPixel(page: string, pixelKey: string): boolean {
  const scripts = page.match(/<script\s[^>]*>/gi) ?? [];
  return scripts.some(
    (tag) =>
      attributeOf(tag, "data-site") === pixelKey && /\/pixel\.js\b/.test(attributeOf(tag, "src") ?? ""),
  );
}

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
