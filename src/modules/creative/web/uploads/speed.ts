/** Bytes sent until a moment of this page (milliseconds). */
export type Sample = { at: number; sent: number };

/** Older samples say nothing about the connection as it is now. */
const windowMs = 8_000;
/** A shorter time measures the browser's buffers, not the connection. */
const leastMs = 1_000;

/** The samples that still count, with the new one. A smaller count means that the server has less than was sent. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.sent < last.sent) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** Bytes a second; null before it can be told. */
export function computeSpeed(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < leastMs) return null;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000;
}

/** Seconds until the rest is sent at this speed; null when that cannot be told. */
export function computeSecondsLeft(leftBytes: number, bytesPerSecond: number | null): number | null {
  return bytesPerSecond === null || bytesPerSecond < 1 ? null : Math.ceil(leftBytes / bytesPerSecond);
}
