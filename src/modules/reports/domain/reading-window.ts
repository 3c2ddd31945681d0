/** Where the last reading of a campaign's figures ended, when old hours were last asked again, and spend last captured. */
export type Reading = { readUntil: Date; correctedAt: Date; capturedAt: Date };

const hourMs = 3_600_000;
/** Hours that platforms still fill after they have begun to report them. */
const overlapMs = 3 * hourMs;
/** How far back platforms correct what they told, and how often we ask. */
export const correctionMs = 3 * 24 * hourMs;
const correctionEveryMs = 6 * hourMs;

/**
 * The hours to ask for now, both ends on the hour, the end beyond the current hour. The first reading begins with the
 * campaign; the next ones overlap; four times a day the last three days are asked again for corrections.
 */
export function windowToRead(
  startsAt: Date,
  reading: Reading | null,
  now: Date,
): { from: Date; to: Date; corrects: boolean } {
  const to = new Date(floorToHour(now.getTime()) + hourMs);
  if (!reading)
    return { from: new Date(floorToHour(Math.min(startsAt.getTime(), now.getTime()))), to, corrects: true };
  const corrects = now.getTime() - reading.correctedAt.getTime() >= correctionEveryMs;
  const back = corrects ? correctionMs : overlapMs;
  const from = Math.min(reading.readUntil.getTime() - overlapMs, now.getTime() - back);
  return { from: new Date(floorToHour(Math.max(from, startsAt.getTime() - hourMs))), to, corrects };
}

/**
 * Whether it is time to take the reported spend out of the wallet: once an hour, so that the merchant's statement has a
 * line an hour and not a line a reading. The reserve covers what is not captured yet.
 */
export function isTimeToCapture(reading: Reading | null, now: Date): boolean {
  return !reading || floorToHour(now.getTime()) > floorToHour(reading.capturedAt.getTime());
}

const floorToHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
