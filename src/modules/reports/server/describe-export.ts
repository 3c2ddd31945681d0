/** What a file of a report says of itself: its title, the Riyadh days it covers, and a name without an ending. */
export function describeExport(
  words: (key: string, params?: Record<string, unknown>) => string,
  title: string,
  { from, to }: { from: string; to: string },
): { title: string; details: string[]; fileName: string } {
  return {
    title,
    details: [
      words(from === to ? "reports_custom:period_day" : "reports_custom:period_days", { from, to }),
      words("reports_custom:exported_on"),
    ],
    fileName: `${title} ${from} ${to}`,
  };
}
