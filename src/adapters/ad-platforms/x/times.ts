/** X writes times in UTC without fractions of a second. */
export function formatXTime(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}
