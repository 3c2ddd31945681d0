/**
 * The name an object bears on its platform: the merchant's, then our reference in brackets, of at most `max` UTF-16 units.
 * For platforms that have no key against doubles and no field for a client's id: the name is how an object is found again.
 */
export function nameWith(reference: string, name: string, max: number): string {
  const mark = ` [${reference}]`;
  const room = max - mark.length;
  return `${[...name.trim()].slice(0, Math.max(0, room)).join("").slice(0, room).toWellFormed()}${mark}`;
}

export function bears(name: string, reference: string): boolean {
  return name.endsWith(`[${reference}]`);
}
