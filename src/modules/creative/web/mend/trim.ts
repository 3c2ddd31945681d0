/** Seconds of the original. */
export type Trim = { start: number; end: number };
/** Seconds that a place accepts; undefined: any. */
export type TrimLimits = { min: number; max: number } | undefined;
export type TrimProblem = "outside" | "length";

/** The longest beginning that is accepted. */
export const startTrim = (seconds: number, limits: TrimLimits): Trim => ({
  start: 0,
  end: Math.min(seconds, limits?.max ?? seconds),
});

/** Why these seconds cannot be cut out; null when they can. */
export function findTrimProblem(
  { start, end }: Trim,
  seconds: number,
  limits: TrimLimits,
): TrimProblem | null {
  if (start < 0 || end > Math.ceil(seconds) || start >= end) return "outside";
  const length = end - start;
  return limits && (length < limits.min || length > limits.max) ? "length" : null;
}
