const dayMs = 86_400_000;
export const trialDays = 14;
/** Days after its start on which a trial says that it ends: three days and one day before. */
const noticeDays = [11, 13] as const;
export type NoticeDay = (typeof noticeDays)[number];

const dayAfter = (start: Date, days: number) => new Date(start.getTime() + days * dayMs);
export const trialEndsAt = (start: Date) => dayAfter(start, trialDays);

type TrialStep = { kind: "end" } | { kind: "notice"; day: NoticeDay } | { kind: "none" };

/** What a trial does by itself now. A notice whose day was missed is left out when a later one is due. */
export function trialStep(
  { start, lastNotice }: { start: Date; lastNotice: number | null },
  now: Date,
): TrialStep {
  if (now >= trialEndsAt(start)) return { kind: "end" };
  const day = noticeDays.findLast((notice) => now >= dayAfter(start, notice));
  return day && day > (lastNotice ?? 0) ? { kind: "notice", day } : { kind: "none" };
}

/** When a trial next does something by itself. */
export function nextTrialStepAt(start: Date, now: Date): Date {
  const next = noticeDays.find((notice) => dayAfter(start, notice) > now);
  return next ? dayAfter(start, next) : trialEndsAt(start);
}

/** The day of a trial that runs, from 1; the first one too where the clock was set back before its beginning. */
export const dayOfTrial = (start: Date, now: Date) =>
  Math.max(1, Math.min(trialDays, Math.floor((now.getTime() - start.getTime()) / dayMs) + 1));

/** Days until a trial ends, the day that runs included. */
export const trialDaysLeft = (endsAt: Date, now: Date) =>
  Math.max(0, Math.min(trialDays, Math.ceil((endsAt.getTime() - now.getTime()) / dayMs)));
