import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Where a campaign's last poll ended, when it was last polled for corrections, and when its spend was last settled. */
export type PollState = { readUntil: Date; correctedAt: Date; settledAt: Date };

const hourMs = 3_600_000;
/** Hours that platforms still add to after they first report them. */
const overlapMs = 3 * hourMs;
/**
 * How far back platforms correct their figures (a purchase may follow its click by a week), and how often we poll that
 * far.
 */
export const correctionMs = 7 * 24 * hourMs;
const correctionEveryMs = 6 * hourMs;
/** A day that ended this long ago is read as a whole day from then on. */
const wholeAfterMs = 12 * hourMs;

/**
 * The hours of a campaign's next poll, up to the end of the current hour. The first poll begins with the campaign; the
 * next ones overlap; four times a day the last week is polled again for corrections.
 */
export function computePollWindow(
  startsAt: Date,
  poll: PollState | null,
  now: Date,
): { from: Date; to: Date; corrects: boolean } {
  const to = new Date(floorToHour(now.getTime()) + hourMs);
  if (!poll)
    return { from: new Date(floorToHour(Math.min(startsAt.getTime(), now.getTime()))), to, corrects: true };
  const corrects = now.getTime() - poll.correctedAt.getTime() >= correctionEveryMs;
  const back = corrects ? correctionMs : overlapMs;
  const from = Math.min(poll.readUntil.getTime() - overlapMs, now.getTime() - back);
  return { from: new Date(floorToHour(Math.max(from, startsAt.getTime() - hourMs))), to, corrects };
}

/**
 * The first Riyadh day that is read by its hours; earlier days are read as whole days. It only moves forward, so that a
 * day read as a whole is never read by some of its hours later.
 */
export function firstDayByHours(now: Date): RiyadhDay {
  return toRiyadhDay(new Date(now.getTime() - wholeAfterMs));
}

/** The whole Riyadh days that cover [from, to). */
export function wholeDays(from: Date, to: Date): { from: Date; to: Date } {
  const last = toRiyadhDay(new Date(to.getTime() - 1));
  return { from: startOfRiyadhDay(toRiyadhDay(from)), to: startOfRiyadhDay(addDays(last, 1)) };
}

/** Whether a time zone's days equal Riyadh's all year round; only then can its days be used as ours. */
export function hasRiyadhDays(timeZone: string, year: number): boolean {
  return [0, 6].every((month) => {
    const midday = new Date(Date.UTC(year, month, 1, 12));
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(
      midday,
    );
    return parts.some(({ type, value }) => type === "timeZoneName" && value === "GMT+03:00");
  });
}

/**
 * Whether to settle the reported spend in the wallet: once an hour, so that the merchant's statement has one line an
 * hour and not one line a poll. The reserve covers what is not settled yet.
 */
export function isTimeToSettle(poll: PollState | null, now: Date): boolean {
  return !poll || floorToHour(now.getTime()) > floorToHour(poll.settledAt.getTime());
}

const floorToHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
