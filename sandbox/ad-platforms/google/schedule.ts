import { inZone } from "../shared/account-time.ts";
import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import type { Mutation } from "./rules.ts";

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** The account's local time at an instant, in the format of campaigns: "2026-11-21 00:00:00". */
export function wallTime(instant: Date, zone: string): string {
  const at = instant.getTime();
  const known = wallTimeCache.get(zone);
  if (known?.at === at) return known.text;
  const text = inZone(at, zone).slice(0, 19).replace("T", " ");
  wallTimeCache.set(zone, { at, text });
  return text;
}

/** Zone lookups are slow, and a market needs the same minute once for every ad, so the last one is cached. */
const wallTimeCache = new Map<string, { at: number; text: string }>();

/**
 * Start and end of a campaign, in the account's time. Both types supported here run by whole days: a start is the
 * first second of a day, an end the last. Text of this format sorts by time.
 */
export function checkSchedule(mutation: Mutation, before: Json | null, next: Json): void {
  const today = wallTime(mutation.now, mutation.customer.timeZone).slice(0, 10);
  const start = parseTime(next.startDateTime, "start_date_time");
  const end = parseTime(next.endDateTime, "end_date_time");
  if (start !== null && start !== before?.startDateTime) {
    if (!start.endsWith("00:00:00"))
      refuse(
        "dateError",
        "DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY",
        "The start must be the start of a day.",
        ["start_date_time"],
      );
    if (typeof before?.startDateTime === "string" && before.startDateTime.slice(0, 10) <= today)
      refuse("campaignError", "CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED", "The campaign has started.", [
        "start_date_time",
      ]);
    if (start.slice(0, 10) < today)
      refuse("campaignError", "CANNOT_SET_DATE_TO_PAST", "The start lies in the past.", ["start_date_time"], {
        trigger: start,
      });
  }
  if (end !== null && end !== before?.endDateTime) {
    if (!end.endsWith("23:59:59"))
      refuse(
        "dateError",
        "DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY",
        "The end must be the end of a day.",
        ["end_date_time"],
      );
    if (end.slice(0, 10) < today)
      refuse("campaignError", "CANNOT_SET_DATE_TO_PAST", "The end lies in the past.", ["end_date_time"], {
        trigger: end,
      });
  }
  if (start !== null && end !== null && end < start)
    refuse("dateRangeError", "START_DATE_AFTER_END_DATE", "The end lies before the start.", [
      "end_date_time",
    ]);
}

function parseTime(value: unknown, field: string): string | null {
  if (value === undefined) return null;
  const parts = WRITTEN.exec(String(value));
  if (!parts)
    refuse("dateError", "INVALID_STRING_DATE_TIME_SECONDS", "The form is yyyy-MM-dd HH:mm:ss.", [field]);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (instant.toISOString().slice(0, 19).replace("T", " ") !== value)
    refuse("dateError", "INVALID_FIELD_VALUES_IN_DATE_TIME", "There is no such time.", [field]);
  return String(value);
}
