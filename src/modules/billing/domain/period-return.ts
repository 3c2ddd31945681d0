/** A paid period, as far as its money matters. Amounts in halalas. */
type Paid = { id: string; ends_at: Date; due_halalas: number };
export type ReturnFacts = {
  period: Paid;
  /** What had gone back of it, and what has now. */
  before: number;
  after: number;
  now: Date;
  /** The period that the subscription counts as its own, whether or not it still lives. */
  currentPeriodId: string | null;
  isAlive: boolean;
  /** Whether the period that this one replaced as an upgrade still runs, and was not given back itself. */
  previousRuns: boolean;
};

/**
 * `end`: the subscription ends now. `go_back`: an upgrade was given back, and the plan before it runs on. `come_back`: the
 * money is there again, and so is the period.
 */
export type ReturnEffect = "none" | "end" | "go_back" | "come_back";

/**
 * What follows for a subscription from what went back of a period's money. All of it ends the period that runs; a part
 * changes nothing but the invoice. A period whose time is over, or that another took the place of, is left as it is.
 */
export function decideReturn(facts: ReturnFacts): ReturnEffect {
  const { period, before, after, now } = facts;
  const isWhole = (returned: number) => returned > 0 && returned >= period.due_halalas;
  if (isWhole(before) === isWhole(after) || now >= period.ends_at) return "none";
  if (!isWhole(after)) return "come_back";
  if (facts.currentPeriodId !== period.id || !facts.isAlive) return "none";
  return facts.previousRuns ? "go_back" : "end";
}
