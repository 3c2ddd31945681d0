/**
 * X has no key against doubles, and finds objects by the beginning of their names (X docs, Ads API, Cards, Tweets: `q`
 * and `name`): so our reference stands in brackets in front of the merchant's own name.
 */
export const markOf = (reference: string): string => `[${reference}]`;

/** A name of at most `max` characters: it is the merchant's part that is cut. */
export function nameWith(reference: string, name: string, max: number): string {
  const mark = `${markOf(reference)} `;
  const kept = [...name.trim().toWellFormed()].slice(0, Math.max(0, max - mark.length));
  return `${mark}${kept
    .join("")
    .slice(0, max - mark.length)
    .toWellFormed()}`.trimEnd();
}

export function bears(name: string | null | undefined, reference: string): boolean {
  return name === markOf(reference) || name?.startsWith(`${markOf(reference)} `) === true;
}
