import { type Context, systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type AdClickDay, upsertClickDays } from "./click-days.store.ts";
import { makeFactMonths } from "./make-months.ts";

export type CountClicksDeps = {
  /** The clicks of all merchants, or of one, in these days, both included, page by page. */
  streamClickDays(
    db: Db,
    input: { from: RiyadhDay; to: RiyadhDay; merchantId?: string },
  ): AsyncIterable<readonly AdClickDay[]>;
};

/** Days whose clicks may have grown since the last count: today, and yesterday around midnight. */
export const recentDays = 2;
/** What the nightly count looks at again, whatever became of the counts in between. */
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

/** Brings a merchant's clicks of these Riyadh days in line with tracking's counts: new rules for bots have moved some. */
export const recountClickDays =
  ({ streamClickDays }: CountClicksDeps) =>
  async (
    db: Db,
    { now, merchantId, from, to }: { now: Date; merchantId: string; from: RiyadhDay; to: RiyadhDay },
  ): Promise<void> => {
    for await (const page of streamClickDays(db, { from, to, merchantId })) {
      await transact(systemContext(db, merchantId, now), (ctx) => storeClickDays(ctx, page));
    }
  };
