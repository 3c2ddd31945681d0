import { coversRange } from "#modules/ad-accounts/contract/age-steps.ts";
import type { AgeStep } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AgeRange } from "./enums.ts";

/** An unbroken span of years; `max` null has no upper bound. */
export type AgeSpan = { min: number; max: number | null };
export type AgeLimits = {
  min: number;
  /** The highest bound the platform can separate. Everyone older is reached only by a range with no upper bound. */
  maxOpenFrom: number;
  /** The platform's age groups, where it accepts only ranges made of whole groups. */
  steps?: readonly AgeStep[] | null;
};
export type AgeProblem =
  | "ages_empty"
  | "ages_broken"
  | "ages_not_apart"
  | "ages_too_young"
  | "ages_not_in_steps";

const oldest = 120;

/** The years in a range, both ends included. */
function toSpan(range: AgeRange): AgeSpan {
  const [min = "", max] = range.split(/[-+]/);
  return { min: Number(min), max: max ? Number(max) : null };
}

/**
 * The included ranges minus the excluded ones, as one span: platforms accept nothing else. Returns a problem when
 * nothing is left, when there is a gap in the middle, or when the platform has no boundary there.
 */
export function computeAgeSpan(
  included: readonly AgeRange[],
  excluded: readonly AgeRange[],
  limits: AgeLimits,
): AgeSpan | AgeProblem {
  const years = new Set(included.flatMap(toYears));
  for (const year of excluded.flatMap(toYears)) years.delete(year);
  const min = Math.min(...years);
  const max = Math.max(...years);
  if (years.size === 0) return "ages_empty";
  if (years.size !== max - min + 1) return "ages_broken";
  const span = { min, max: max === oldest ? null : max };
  return listSpanProblems(span, limits)[0] ?? span;
}

/** Why a platform cannot reach exactly these years. */
export function listSpanProblems({ min, max }: AgeSpan, { steps, ...limits }: AgeLimits): AgeProblem[] {
  const isPastTheLine = (max ?? min) > limits.maxOpenFrom;
  return [
    ...(steps && !coversRange({ from: min, to: max }, steps) ? (["ages_not_in_steps"] as const) : []),
    ...(min < limits.min ? (["ages_too_young"] as const) : []),
    ...(!steps && isPastTheLine ? (["ages_not_apart"] as const) : []),
  ];
}

/** The included ranges minus the excluded ones as the fewest unbroken spans, in order: six groups from 18 on are "18+". */
export function joinAgeRanges(included: readonly AgeRange[], excluded: readonly AgeRange[] = []): AgeSpan[] {
  const leftOut = new Set(excluded.flatMap(toYears));
  const years = [...new Set(included.flatMap(toYears))]
    .filter((year) => !leftOut.has(year))
    .sort((one, other) => one - other);
  const spans: { min: number; max: number }[] = [];
  for (const year of years) {
    const last = spans.at(-1);
    if (last && last.max === year - 1) last.max = year;
    else spans.push({ min: year, max: year });
  }
  return spans.map(({ min, max }) => ({ min, max: max === oldest ? null : max }));
}

function toYears(range: AgeRange): number[] {
  const { min, max } = toSpan(range);
  return Array.from({ length: (max ?? oldest) - min + 1 }, (_, index) => min + index);
}
