import { join, raw, type Sql } from "#base/server/db/db.ts";
import type { Sum } from "../contract/metrics.ts";

/** The sums' columns, added up: `sum(clicks)::bigint as clicks, …`. Names come from the metric table, never from input. */
export const selectSums = (sums: readonly Sum[]): Sql =>
  join(sums.map((sum) => raw(`sum(${sum})::bigint as ${sum}`)));
