import type { Db } from "#base/server/db/db.ts";
import { deleteOldRows } from "#base/server/personal-data/erase-rows.store.ts";
import type { PersonalData } from "#base/server/personal-data/personal-data.ts";
import { loadShapes } from "#base/server/personal-data/tables.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";

const dayMs = 86_400_000;

/**
 * Deletes what is past its retention, where a module leaves that to us: by the age of a column that has an index, so that
 * it reads what it deletes and nothing of the rest. `now` is the system clock.
 */
export async function deletePastRetention(db: Db, data: readonly PersonalData[], now: Date): Promise<void> {
  const limited = data
    .flatMap(({ tables }) => tables)
    .flatMap(({ table, policy }) =>
      policy.retention && "days" in policy.retention ? [{ table, ...policy.retention }] : [],
    );
  const shapes = await loadShapes(
    db,
    limited.map(({ table }) => table),
  );
  for (const { table, days, since } of limited) {
    const shape = shapes.get(table);
    const before = new Date(now.getTime() - days * dayMs);
    for (let isEmpty = !shape; shape && !isEmpty; ) {
      await yieldToRequests();
      isEmpty = await deleteOldRows(db, { shape, since, before });
    }
  }
}
