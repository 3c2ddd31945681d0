/**
 * A business day in Riyadh, "2026-11-21". Budgets, rule windows and reports change day at midnight there (+03:00 all
 * year).
 */
export type RiyadhDay = string & { readonly unit: "riyadh day" };

const riyadhOffsetMs = 3 * 3_600_000;
const dayMs = 86_400_000;

/** The Riyadh day an instant falls on: 21:30 UTC is already tomorrow. */
export function toRiyadhDay(instant: Date): RiyadhDay {
  return new Date(instant.getTime() + riyadhOffsetMs).toISOString().slice(0, 10) as RiyadhDay;
}

/** The instant at which a Riyadh day begins. */
export function startOfRiyadhDay(day: RiyadhDay): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - riyadhOffsetMs);
}

export function addDays(day: RiyadhDay, days: number): RiyadhDay {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10) as RiyadhDay;
}

/** So many days in a row, the first of them `from`. */
export function listDays(from: RiyadhDay, count: number): RiyadhDay[] {
  const start = Date.parse(`${from}T00:00:00.000Z`);
  return Array.from(
    { length: count },
    (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10) as RiyadhDay,
  );
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: RiyadhDay, to: RiyadhDay): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / dayMs);
}

/** Parses "2026-11-21"; null for anything else, 30 February and Hijri years included. */
export function parseRiyadhDay(text: string): RiyadhDay | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const instant = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(instant)) return null;
  return new Date(instant).toISOString().startsWith(text) ? (text as RiyadhDay) : null;
}
