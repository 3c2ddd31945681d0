import { type Problem, Refusal } from "#base/shared/refusals.ts";
import type { BulkPreviewItem } from "../contract/bulk.ts";

/** What would become of one campaign; what is absent stays as it is. */
export type Outcome = Partial<Omit<BulkPreviewItem, "problem">> & { problem: Problem | null };

/** The outcome that `decide` returns, or the refusal that it throws. */
export async function orProblem(
  decide: () => Omit<Outcome, "problem"> | Promise<Omit<Outcome, "problem">>,
): Promise<Outcome> {
  try {
    return { ...(await decide()), problem: null };
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

/** A refusal's first reason; anything else is a bug and is thrown on. */
export function toProblem(error: unknown): Problem {
  if (!(error instanceof Refusal)) throw error;
  return { code: error.code, params: error.params };
}
