const HOUR_MS = 3_600_000;

/**
 * Clocks change on quarters of an hour. Reports query the same ones repeatedly, and zone lookups are slow, so they
 * are cached.
 */
const QUARTER_MS = 15 * 60_000;
const MAX_CACHED = 20_000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = computeOffset(quarter * QUARTER_MS, zone);
  if (offsets.size >= MAX_CACHED) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function computeOffset(instant: number, zone: string): number {
  const format = formats.get(zone) ?? makeFormat(zone);
  formats.set(zone, format);
  const parts = format.formatToParts(instant);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - instant;
}

const makeFormat = (zone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

/** An instant in the zone's local time: `2026-11-21T00:00:00.000+03:00`. */
export function inZone(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  const sign = offset < 0 ? "-" : "+";
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${new Date(instant + offset).toISOString().slice(0, -1)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

export function isWholeHour(instant: number): boolean {
  return instant % HOUR_MS === 0;
}

export function isMidnight(instant: number, zone: string): boolean {
  return (instant + offsetAt(instant, zone)) % (24 * HOUR_MS) === 0;
}

/** The zone's next midnight after a midnight: 23, 24 or 25 hours later. */
export function nextMidnight(midnight: number, zone: string): number {
  for (const hours of [23, 24, 25]) {
    if (isMidnight(midnight + hours * HOUR_MS, zone)) return midnight + hours * HOUR_MS;
  }
  return midnight + 24 * HOUR_MS;
}

/** The buckets of a span: hours, or days of the account's zone. */
export function listBuckets(
  granularity: "DAY" | "HOUR",
  start: number,
  end: number,
  zone: string,
): [number, number][] {
  const buckets: [number, number][] = [];
  for (let at = start; at < end; ) {
    const next = granularity === "HOUR" ? at + HOUR_MS : nextMidnight(at, zone);
    buckets.push([at, next]);
    at = next;
  }
  return buckets;
}

const dayCache = new Map<string, [number, number]>();

/** The zone's calendar day around an instant; cached for a day, because zone lookups are slow. */
export function toDayRange(now: Date, zone: string): [start: number, end: number] {
  const instant = now.getTime();
  const cached = dayCache.get(zone);
  if (cached && instant >= cached[0] && instant < cached[1]) return cached;
  let start = Math.floor(instant / HOUR_MS) * HOUR_MS;
  while (!isMidnight(start, zone)) start -= HOUR_MS;
  const day: [number, number] = [start, nextMidnight(start, zone)];
  dayCache.set(zone, day);
  return day;
}
