import type { Clock } from "#base/server/clock.ts";
import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { expireReservation } from "./finish-reservation.ts";
import { listUnfinished } from "./reservations.store.ts";

const batchSize = 500;

/** Gives back the units of works that nobody finished within a day. The next run goes on. `now` is business time. */
export const releaseUnfinished =
  ({ systemClock, log }: { systemClock: Clock; log: Log }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (const { id, merchant_id } of await listUnfinished(db, { at: systemClock.now(), size: batchSize })) {
      try {
        await db.transaction((tx) =>
          expireReservation(systemTxContext(tx, merchant_id, now), { reservation: id }),
        );
      } catch (error) {
        log.error({ err: error, reservation_id: id }, "a reservation of stock could not be released");
      }
    }
  };
