import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { type OrdersDeps, openHours } from "./orders.deps.ts";
import { expireOrdersJob, reviewOrdersJob } from "./orders.jobs.ts";
import { expireOrders, reviewOrders } from "./review-orders.ts";

export function ordersJobs(deps: OrdersDeps & { db: Db; worldClock: Clock }): JobHandler[] {
  const { db, worldClock, systemClock } = deps;
  const review = reviewOrders(deps);
  return [
    handleJob(reviewOrdersJob, () => review(db, { now: worldClock.now() })),
    handleJob(expireOrdersJob, () => {
      const before = new Date(systemClock.now().getTime() - openHours * 3_600_000);
      return expireOrders(db, { before });
    }),
  ];
}
