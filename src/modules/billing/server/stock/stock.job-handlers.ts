import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import { expireLots } from "./expire-lots.ts";
import { releaseUnfinished } from "./release-unfinished.ts";
import { expireLotsJob, releaseUnfinishedJob } from "./stock.jobs.ts";

type Deps = { db: Db; systemClock: Clock; worldClock: Clock; log: Log };

export function stockJobs(deps: Deps): JobHandler[] {
  const { db, worldClock } = deps;
  const expire = expireLots(deps);
  const release = releaseUnfinished(deps);
  return [
    handleJob(expireLotsJob, () => expire(db, { now: worldClock.now() })),
    handleJob(releaseUnfinishedJob, () => release(db, { now: worldClock.now() })),
  ];
}
