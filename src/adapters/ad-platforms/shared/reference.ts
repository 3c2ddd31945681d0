/**
 * An object's name on its platform: the merchant's, then our reference in brackets, of at most `max` UTF-16 units. For
 * platforms with no idempotency key and no field for a client's id: the name is how an object is found again.
 */
export function formatObjectName(reference: string, name: string, max: number): string {
  const suffix = ` [${reference}]`;
  const maxNameLength = max - suffix.length;
  return `${[...name.trim()].slice(0, Math.max(0, maxNameLength)).join("").slice(0, maxNameLength).toWellFormed()}${suffix}`;
}

export function hasReference(name: string, reference: string): boolean {
  return name.endsWith(`[${reference}]`);
}
