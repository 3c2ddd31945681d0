import type { AgeStep } from "./capabilities.ts";

/** Whether consecutive steps cover the ages from one end to the other exactly; `to` null is "and older". */
export function coversRange({ from, to }: AgeStep, steps: readonly AgeStep[]): boolean {
  return steps
    .filter((step) => step.from === from)
    .some((step) => step.to === to || (step.to !== null && coversRange({ from: step.to + 1, to }, steps)));
}
