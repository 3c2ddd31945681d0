/**
 * X has no idempotency key, and finds objects by the beginning of their names (X docs, Ads API, Cards, Tweets: `q` and
 * `name`): so our reference is put in brackets before the merchant's name.
 */
export const formatReference = (reference: string): string => `[${reference}]`;

/** A name of at most `max` characters; only the merchant's part is shortened. */
export function formatObjectName(reference: string, name: string, max: number): string {
  const prefix = `${formatReference(reference)} `;
  const truncated = [...name.trim().toWellFormed()].slice(0, Math.max(0, max - prefix.length));
  return `${prefix}${truncated
    .join("")
    .slice(0, max - prefix.length)
    .toWellFormed()}`.trimEnd();
}

export function hasReference(name: string | null | undefined, reference: string): boolean {
  return name === formatReference(reference) || name?.startsWith(`${formatReference(reference)} `) === true;
}
