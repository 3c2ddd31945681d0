import { listBuckets, toDayRange } from "../shared/account-time.ts";
import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { Customer } from "./demo.ts";
import { requestError } from "./errors.ts";
import { REPORT_MONTHS } from "./facts.ts";
import type { Condition } from "./gaql.ts";
import { queryError } from "./gaql.ts";
import type { Context, StoredObject } from "./registry.ts";
import { wallTime } from "./schedule.ts";

/** A span of days in the account's time, both ends included: "2026-11-01". */
export type Days = { first: string; last: string };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const ALL_DAYS: Days = { first: "2000-01-01", last: "2037-12-30" };

/** The days that the conditions on `segments.date` leave; null without such a condition. */
export function daysIn(conditions: Condition[], today: string): Days | null {
  const dateConditions = conditions.filter(({ field }) => field === "segments.date");
  if (dateConditions.length === 0) return null;
  return dateConditions
    .map((condition) => toDays(condition, today))
    .reduce((one, other) => ({
      first: one.first.localeCompare(other.first) > 0 ? one.first : other.first,
      last: one.last.localeCompare(other.last) < 0 ? one.last : other.last,
    }));
}

export const isBounded = ({ first, last }: Days): boolean => first > ALL_DAYS.first && last < ALL_DAYS.last;

function toDays({ operator, values }: Condition, today: string): Days {
  if (operator === "DURING") return resolvePreset(values[0] ?? "", today);
  for (const value of values) {
    if (!DATE.test(value) || Number.isNaN(Date.parse(value)))
      throw queryError("INVALID_DATE_FORMAT", `'${value}' is not a date of the form yyyy-MM-dd.`);
  }
  const [value = "", end = value] = values;
  switch (operator) {
    case "=":
      return { first: value, last: value };
    case "BETWEEN":
      if (end < value)
        throw queryError("INVALID_VALUE_WITH_BETWEEN_OPERATOR", "the end lies before the beginning.");
      return { first: value, last: end };
    case ">=":
      return { first: value, last: ALL_DAYS.last };
    case ">":
      return { first: plusDays(value, 1), last: ALL_DAYS.last };
    case "<=":
      return { first: ALL_DAYS.first, last: value };
    case "<":
      return { first: ALL_DAYS.first, last: plusDays(value, -1) };
    default:
      throw queryError("OPERATOR_FIELD_MISMATCH", `${operator} does not go with segments.date.`);
  }
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

function resolvePreset(name: string, today: string): Days {
  const back = (from: number, to: number): Days => ({
    first: plusDays(today, -from),
    last: plusDays(today, -to),
  });
  const presets: Record<string, Days> = {
    TODAY: back(0, 0),
    YESTERDAY: back(1, 1),
    LAST_7_DAYS: back(7, 1),
    LAST_14_DAYS: back(14, 1),
    LAST_30_DAYS: back(30, 1),
    THIS_MONTH: { first: `${today.slice(0, 8)}01`, last: today },
    LAST_MONTH: lastMonth(today),
  };
  const days = presets[name.toUpperCase()];
  if (!days) throw queryError("INVALID_VALUE_WITH_DURING_OPERATOR", `there is no period '${name}'.`);
  return days;
}

function lastMonth(today: string): Days {
  const last = plusDays(`${today.slice(0, 8)}01`, -1);
  return { first: `${last.slice(0, 8)}01`, last };
}

export type Segment = { from: number; to: number; wire: Json };

/** The time units with one row each: days, hours of days, or the whole span. */
export function listSegments(
  context: Context,
  customer: Customer,
  days: Days | null,
  selected: { date: boolean; hour: boolean },
): Segment[] {
  if (!selected.date && !selected.hour) {
    const from = days ? toStartInstant(days.first, customer.timeZone) : 0;
    const to = days ? toStartInstant(plusDays(days.last, 1), customer.timeZone) : Number.MAX_SAFE_INTEGER;
    return [{ from, to, wire: {} }];
  }
  if (!days || !isBounded(days))
    throw queryError("EXPECTED_FILTERS_ON_DATE_RANGE", "segments of time need a finite range of dates.");
  const now = context.world.now();
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - REPORT_MONTHS);
  if (days.first < oldest.toISOString().slice(0, 10))
    throw requestError(
      400,
      "dateRangeError",
      "REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED",
      `reports reach back ${REPORT_MONTHS} months.`,
    );
  // After the present there are no metrics, so no rows either.
  const end = Math.min(toStartInstant(plusDays(days.last, 1), customer.timeZone), now.getTime() + DAY_MS);
  const start = toStartInstant(days.first, customer.timeZone);
  return listBuckets(selected.hour ? "HOUR" : "DAY", start, end, customer.timeZone).map(([from, to]) => {
    const wall = wallTime(new Date(from), customer.timeZone);
    return {
      from,
      to,
      wire: {
        ...(selected.date ? { date: wall.slice(0, 10) } : {}),
        ...(selected.hour ? { hour: Number(wall.slice(11, 13)) } : {}),
      },
    };
  });
}

/** Midnight of a day in a zone. */
function toStartInstant(date: string, zone: string): number {
  return toDayRange(new Date(Date.parse(`${date}T12:00:00Z`)), zone)[0];
}

export function sumFigures(context: Context, ads: StoredObject[], { from, to }: Segment): Figures {
  return ads.reduce((all, ad) => sum(all, context.deliveries.reported(ad.id, from, to)), zeroFigures());
}

/** Whole numbers are sent as text, the others as numbers (proto3 JSON). */
export function toMetrics(figures: Figures): Json {
  const { impressions, clicks, spend, purchases, sales } = figures;
  return {
    impressions: String(impressions),
    clicks: String(clicks),
    interactions: String(clicks),
    costMicros: String(spend),
    conversions: purchases,
    conversionsValue: sales / 1_000_000,
    ...(impressions > 0 ? { ctr: clicks / impressions, averageCpm: (spend * 1_000) / impressions } : {}),
    ...(clicks > 0 ? { averageCpc: spend / clicks } : {}),
  };
}

export function isZero(figures: Figures): boolean {
  const { impressions, clicks, spend, purchases } = figures;
  return impressions === 0 && clicks === 0 && spend === 0 && purchases === 0;
}
