import { type Context, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type AdClickDay, upsertClickDays } from "./click-days.store.ts";
import { makeFactMonths } from "./make-months.ts";

export type CountClicksDeps = {
  /** The clicks of all merchants in these days, both included, page by page. */
  streamClickDays(db: Db, input: { from: RiyadhDay; to: RiyadhDay }): AsyncIterable<readonly AdClickDay[]>;
};

/** Days whose clicks may have grown since the last count: today, and yesterday around midnight. */
export const recentDays = 2;
/** How far back a new rule for bots is followed. Older days keep the count of the rules they were counted with. */
export const restatedDays = 35;

/**
 * Brings the clicks of the last `days` Riyadh days in line with tracking's counts. Counted in turns, and not by an event
 * for each click: a redirect writes nothing more than its click, and a count repeated changes nothing.
 */
export const countClickDays =
  ({ streamClickDays }: CountClicksDeps) =>
  async (db: Db, { now, days }: { now: Date; days: number }): Promise<void> => {
    const to = toRiyadhDay(now);
    for await (const page of streamClickDays(db, { from: addDays(to, 1 - days), to })) {
      for (const [merchantId, counted] of Map.groupBy(page, (row) => row.merchant_id)) {
        await transact(systemContext(db, merchantId, now), (ctx) => storeClickDays(ctx, counted));
      }
    }
  };

/** Stores the counts that differ, and records them as facts. Clicks of campaigns that are not measured are left out. */
async function storeClickDays(ctx: Context, counted: readonly AdClickDay[]): Promise<void> {
  await makeFactMonths(
    ctx,
    counted.map(({ day }) => day),
  );
  await upsertClickDays(ctx, counted);
}
