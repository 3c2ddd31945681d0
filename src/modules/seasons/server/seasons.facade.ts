import type { Db } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { proposeBudgets } from "../domain/budget-proposal.ts";
import type { Season } from "../domain/season.ts";
import { findSeasons } from "./list-seasons.ts";

export type { Season };

export interface SeasonsFacade {
  /** The seasons with a day in [from, to], the earliest first, with what staff have set. */
  findSeasons(db: Db, span: { from: RiyadhDay; to: RiyadhDay }): Promise<Season[]>;
  /** A budget for each day that follows the expected cost; they add up to the total. */
  proposeBudgets: typeof proposeBudgets;
}

export function makeSeasonsFacade(): SeasonsFacade {
  return { findSeasons, proposeBudgets };
}
