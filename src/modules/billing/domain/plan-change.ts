import type { Duration } from "../contract/enums.ts";

type Terms = { position: number; duration_months: Duration };

/**
 * Whether a change begins now or at the period's end. A larger plan for as long, or the same for longer, is an upgrade;
 * whatever is smaller or shorter waits, so that no paid time is lost.
 */
export function compareTerms(current: Terms, next: Terms): "same" | "upgrade" | "downgrade" {
  const isSamePlan = next.position === current.position;
  if (isSamePlan && next.duration_months === current.duration_months) return "same";
  const isSmaller = next.position < current.position || next.duration_months < current.duration_months;
  return isSmaller ? "downgrade" : "upgrade";
}

/** How long the price of a previewed upgrade stands. */
const previewMs = 30 * 60_000;

/** The moment an upgrade's credit is counted at: when the merchant saw it, if that is not long ago. */
export function creditMoment(
  previewedAt: Date | null,
  { now, startsAt }: { now: Date; startsAt: Date },
): Date {
  const isUsable =
    previewedAt &&
    previewedAt <= now &&
    previewedAt >= startsAt &&
    now.getTime() - previewedAt.getTime() <= previewMs;
  return isUsable ? previewedAt : now;
}
