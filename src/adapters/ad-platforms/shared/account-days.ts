/** A day of an ad account's own time zone, "2026-11-21". */
export type AccountDay = string;

const hourMs = 3_600_000;

/**
 * Clocks change only on quarters of an hour. Cached by quarter, because every row of a report needs it and time zone
 * lookups are slow.
 */
const quarterMs = 15 * 60_000;
const maxCached = 20_000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC at an instant, in milliseconds; positive east of UTC. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / quarterMs);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = computeOffset(quarter * quarterMs, zone);
  if (offsets.size >= maxCached) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function computeOffset(instant: number, zone: string): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  const found = /^GMT([+-])(\d{2}):(\d{2})$/.exec(name ?? "");
  if (!found) return 0;
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000;
}

/** The day in the zone that contains an instant. */
export function toAccountDay(instant: Date, zone: string): AccountDay {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString().slice(0, 10);
}

/** The instant of an hour on the zone's wall clock; for an hour that is skipped, the instant after it. */
export function toInstant(day: AccountDay, hour: number, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00.000Z`) + hour * hourMs;
  // The first offset may be the one before a clock change: the second lookup gives the right one.
  const near = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(near, zone));
}

export function addAccountDays(day: AccountDay, days: number): AccountDay {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}
