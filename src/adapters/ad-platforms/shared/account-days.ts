/** A day of an ad account's own time zone, "2026-11-21". */
export type AccountDay = string;

const hourMs = 3_600_000;

/** Clocks are changed on quarters of an hour; each row of a report asks, and zones are slow to ask. */
const quarterMs = 15 * 60_000;
const maxCached = 20_000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's wall clock is ahead of UTC at an instant, in milliseconds. */
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

/** The day an instant falls on in the zone. */
export function toAccountDay(instant: Date, zone: string): AccountDay {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString().slice(0, 10);
}

/** The instant at which a wall clock in the zone says this hour; in an hour that is skipped, what comes after it. */
export function toInstant(day: AccountDay, hour: number, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00.000Z`) + hour * hourMs;
  // The offset of a nearby instant may be that of before the clocks changed: looked up twice, it is the right one.
  const near = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(near, zone));
}

export function addAccountDays(day: AccountDay, days: number): AccountDay {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}
