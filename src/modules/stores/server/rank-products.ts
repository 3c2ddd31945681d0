import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { renewRanks } from "./products.store.ts";

const batchSize = 500;

/**
 * Counts again, once a day, what products sold in the days that their lists are ordered by: days fall out of them. What
 * sold nothing costs nothing. In short transactions, the longest uncounted first, of all merchants together.
 */
export async function rankProducts(db: Db, { now }: { now: Date }): Promise<void> {
  const today = toRiyadhDay(now);
  for (;;) {
    const renewed = await db.transaction((tx) => renewRanks(tx, { today, size: batchSize }));
    if (renewed < batchSize) return;
  }
}
