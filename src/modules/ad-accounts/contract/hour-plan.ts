/**
 * The hours of a week at which a campaign's ads are shown, in Riyadh time: 168 characters, the first is Sunday 00:00 to
 * 01:00, "1" shows and "0" does not. Written out so that a row, a request and a log can be read by a person.
 */
export type HourPlan = string;

export const hoursInWeek = 168;
export const hourPlanPattern = /^[01]{168}$/;
export const everyHour: HourPlan = "1".repeat(hoursInWeek);
export const noHour: HourPlan = "0".repeat(hoursInWeek);

/** 0 is Sunday; hours are 0 to 23. */
export type WeekHour = { weekday: number; hour: number };

/** An hour of the week and those after it; `hours` may reach into the next day. */
type Run = { weekday: number; from: number; hours: number };

/** Hours of one day: `to` is not included, and 24 is midnight. */
export type DaySpan = { weekday: number; from: number; to: number };

const weekdays = [0, 1, 2, 3, 4, 5, 6];
const toIndex = ({ weekday, hour }: WeekHour) => weekday * 24 + hour;
const wrap = (index: number) => ((index % hoursInWeek) + hoursInWeek) % hoursInWeek;
const toPlan = (isOn: (index: number) => boolean): HourPlan =>
  Array.from({ length: hoursInWeek }, (_, index) => (isOn(index) ? "1" : "0")).join("");

export const isInPlan = (plan: HourPlan, at: WeekHour): boolean => plan[toIndex(at)] === "1";

/** How a plan is stored: null where it leaves out no hour. */
export const toStoredHours = (plan: HourPlan | null): HourPlan | null => (plan === everyHour ? null : plan);

/** The plan with the hours of a rectangle shown or not: from one day and hour to another, in any order. */
export function paintHours(
  plan: HourPlan,
  { from, to, isOn }: { from: WeekHour; to: WeekHour; isOn: boolean },
): HourPlan {
  const isBetween = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return toPlan((index) => {
    const isInside =
      isBetween(Math.floor(index / 24), from.weekday, to.weekday) &&
      isBetween(index % 24, from.hour, to.hour);
    return isInside ? isOn : plan[index] === "1";
  });
}

/** A plan that shows ads in these runs alone. */
export function planOfRuns(runs: readonly Run[]): HourPlan {
  const shown = new Set(
    runs.flatMap(({ weekday, from, hours }) =>
      Array.from({ length: hours }, (_, after) => wrap(weekday * 24 + from + after)),
    ),
  );
  return toPlan((index) => shown.has(index));
}

/** The same hours on a clock that is ahead of Riyadh's by `hours`; negative where it is behind. */
export const shiftHours = (plan: HourPlan, hours: number): HourPlan =>
  toPlan((index) => plan[wrap(index - hours)] === "1");

/** The spans of each day, in order: what platforms take that know no span over midnight. */
export function listDaySpans(plan: HourPlan): DaySpan[] {
  const spans: DaySpan[] = [];
  for (const weekday of weekdays) {
    const day = plan.slice(weekday * 24, weekday * 24 + 24);
    for (const { index, 0: hours } of day.matchAll(/1+/g))
      spans.push({ weekday, from: index, to: index + hours.length });
  }
  return spans;
}

/** The most spans that any one day has. */
export function countSpansOfBusiestDay(plan: HourPlan): number {
  const spans = listDaySpans(plan);
  return Math.max(...weekdays.map((weekday) => spans.filter((span) => span.weekday === weekday).length));
}

/** The plan with the shortest gaps of a day filled until no day has more spans than `max`. */
export function joinCloseSpans(plan: HourPlan, max: number): HourPlan {
  const spans = listDaySpans(plan);
  const crowded = weekdays.find((day) => spans.filter(({ weekday }) => weekday === day).length > max);
  if (crowded === undefined) return plan;
  const ends = spans.filter(({ weekday }) => weekday === crowded);
  const gaps = ends.slice(1).map(({ from }, at) => ({ from: ends[at]?.to ?? from, to: from }));
  const [shortest] = gaps.toSorted((one, other) => one.to - one.from - (other.to - other.from));
  if (!shortest) return plan;
  const from = { weekday: crowded, hour: shortest.from };
  const to = { weekday: crowded, hour: shortest.to - 1 };
  return joinCloseSpans(paintHours(plan, { from, to, isOn: true }), max);
}

/**
 * The plan as people say it: an evening that goes on after midnight is one run of the day it began. Runs longer than a
 * day are cut at midnight, so that whole days stay whole.
 */
export function listRuns(plan: HourPlan): Run[] {
  if (plan === everyHour) return weekdays.map((weekday) => ({ weekday, from: 0, hours: 24 }));
  const starts = [...plan].flatMap((on, index) =>
    on === "1" && plan[wrap(index - 1)] === "0" ? [index] : [],
  );
  return starts
    .flatMap((start) => cutLongRun(start, countFrom(plan, start)))
    .sort((one, other) => one.weekday - other.weekday || one.from - other.from);
}

function countFrom(plan: HourPlan, start: number): number {
  let hours = 0;
  while (hours < hoursInWeek && plan[wrap(start + hours)] === "1") hours++;
  return hours;
}

function cutLongRun(start: number, hours: number): Run[] {
  const weekday = Math.floor(wrap(start) / 24);
  const from = wrap(start) % 24;
  if (hours <= 24) return [{ weekday, from, hours }];
  const untilMidnight = 24 - from;
  return [
    { weekday, from, hours: untilMidnight },
    ...cutLongRun(start + untilMidnight, hours - untilMidnight),
  ];
}

/** Days that have the same runs, once: what a sentence names together. */
type DayGroup = { weekdays: number[]; spans: { from: number; hours: number }[] };

export function groupDays(plan: HourPlan): DayGroup[] {
  const runs = listRuns(plan);
  const groups = new Map<string, DayGroup>();
  for (const weekday of weekdays) {
    const spans = runs.filter((run) => run.weekday === weekday).map(({ from, hours }) => ({ from, hours }));
    if (spans.length === 0) continue;
    const key = JSON.stringify(spans);
    const group = groups.get(key) ?? { weekdays: [], spans };
    group.weekdays.push(weekday);
    groups.set(key, group);
  }
  return [...groups.values()];
}
