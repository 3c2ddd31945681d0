import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Where the last reading of a campaign's figures ended, when old ones were last asked again, and spend last captured. */
export type PollState = { readUntil: Date; correctedAt: Date; settledAt: Date };

const hourMs = 3_600_000;
/** Hours that platforms still fill after they have begun to report them. */
const overlapMs = 3 * hourMs;
/** How far back platforms correct what they told (a purchase may follow its click by a week), and how often we ask. */
export const correctionMs = 7 * 24 * hourMs;
const correctionEveryMs = 6 * hourMs;
/** A day that ended so long ago is told as a whole from then on. */
const wholeAfterMs = 12 * hourMs;

/**
 * From when a campaign's figures are asked for now, to the end of the current hour. The first reading begins with the
 * campaign; the next ones overlap; four times a day the last week is asked again for corrections.
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
 * The first Riyadh day that is read by its hours; the days before it are read as wholes. It only moves forward, so that
 * a day which was told as a whole is never told by some of its hours later.
 */
export function firstDayByHours(now: Date): RiyadhDay {
  return toRiyadhDay(new Date(now.getTime() - wholeAfterMs));
}

/** The whole Riyadh days that hold everything in [from, to). */
export function wholeDays(from: Date, to: Date): { from: Date; to: Date } {
  const last = toRiyadhDay(new Date(to.getTime() - 1));
  return { from: startOfRiyadhDay(toRiyadhDay(from)), to: startOfRiyadhDay(addDays(last, 1)) };
}

/** Whether a time zone's days are Riyadh's, all year round; only then can its days stand for ours. */
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
 * Whether it is time to take the reported spend out of the wallet: once an hour, so that the merchant's statement has a
 * line an hour and not a line a reading. The reserve covers what is not captured yet.
 */
export function isTimeToSettle(poll: PollState | null, now: Date): boolean {
  return !poll || floorToHour(now.getTime()) > floorToHour(poll.settledAt.getTime());
}

const floorToHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
