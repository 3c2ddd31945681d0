/** Snap docs, Campaigns, Ad Squads, Ads, Creatives: names have at most 375 characters. */
const nameMax = 375;

/**
 * The name an object bears on Snapchat: the merchant's, then our reference in brackets. Snapchat has no key against
 * doubles and no field for a client's id, so the reference in the name is how an object is found again.
 */
export function nameWith(reference: string, name: string): string {
  const mark = ` [${reference}]`;
  const room = nameMax - mark.length;
  return `${[...name.trim()].slice(0, Math.max(0, room)).join("").slice(0, room).toWellFormed()}${mark}`;
}

export function bears(name: string, reference: string): boolean {
  return name.endsWith(`[${reference}]`);
}
