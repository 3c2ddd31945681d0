import type { AgreementRun } from "./agreement-runs.store.ts";
import type { Comparison } from "./differences.store.ts";

/** What one step of a part found, and where its next one begins; null when it was the last. */
export type Step = {
  comparisons: readonly Comparison[];
  /** What the gateway listed in this step. */
  listed?: { gateway: string; references: readonly string[] };
  next: string | null;
};

/**
 * A part of a run: a list that is compared page by page. A step reads and writes nothing: whatever runs it twice records
 * one result. It may throw AdapterFault.
 */
export type Part = { name: string; step(run: AgreementRun, cursor: string | null): Promise<Step> };
