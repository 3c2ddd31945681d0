import { addDays, parseRiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Licence } from "../contract/ad-law.ts";

/** A merchant is warned so many days before a licence ends. */
export const warnedDays = 3;

/** The instant from which it allows nothing more: the start of the Riyadh day after its last. */
const getEnd = ({ ends_on }: Licence): Date => shift(ends_on, 1);
const getWarning = ({ ends_on }: Licence): Date => shift(ends_on, 1 - warnedDays);

function shift(day: string, days: number): Date {
  const parsed = parseRiyadhDay(day);
  if (!parsed) throw new Error(`not a Riyadh day: ${day}`);
  return startOfRiyadhDay(addDays(parsed, days));
}

/** The next instant at which a licence ends or its end is warned of; null when there is none. */
export function findNextCheck(licences: readonly Licence[], now: Date): Date | null {
  const times = licences.flatMap((one) => [getEnd(one).getTime(), getWarning(one).getTime()]);
  const next = Math.min(...times.filter((time) => time > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** Those to warn of since `from`: they have not ended, and none of their kind follows without a gap. */
export function listEndingSoon<One extends Licence>(
  licences: readonly One[],
  { from, now }: { from: Date; now: Date },
): One[] {
  return licences.filter((one) => {
    const warning = getWarning(one);
    const isFollowed = licences.some(
      (other) =>
        other.kind === one.kind && other.ends_on > one.ends_on && shift(other.starts_on, 0) <= getEnd(one),
    );
    return warning >= from && warning <= now && getEnd(one) > now && !isFollowed;
  });
}
