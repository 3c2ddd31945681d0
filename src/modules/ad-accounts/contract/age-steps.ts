import type { AgeStep } from "./capabilities.ts";

/** Whether steps, one after the other, reach exactly from one end of the ages to the other; `to` null is "and older". */
export function coversRange({ from, to }: AgeStep, steps: readonly AgeStep[]): boolean {
  return steps
    .filter((step) => step.from === from)
    .some((step) => step.to === to || (step.to !== null && coversRange({ from: step.to + 1, to }, steps)));
}
