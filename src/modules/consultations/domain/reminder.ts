type Reminded = { starts_at: Date | null; reminded_day_at: Date | null; reminded_hour_at: Date | null };

const hourMs = 3_600_000;

/** Which reminder is due: a day or an hour before a meeting, each once; null when none is, and once it has begun. */
export function toReminder(
  { starts_at, reminded_day_at, reminded_hour_at }: Reminded,
  now: Date,
): 24 | 1 | null {
  if (starts_at === null) return null;
  const left = starts_at.getTime() - now.getTime();
  if (left <= 0) return null;
  if (left <= hourMs) return reminded_hour_at === null ? 1 : null;
  return left <= 24 * hourMs && reminded_day_at === null ? 24 : null;
}
