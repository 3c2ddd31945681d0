/** TikTok writes times of entities in UTC, without a zone: "2026-11-21 08:00:00". */
export function formatUtc(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}

export function parseUtc(text: string): Date {
  return new Date(`${text.replace(" ", "T")}Z`);
}
