import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  type CountClicksDeps,
  countClickDays,
  recentDays,
  recountClickDays,
  restatedDays,
} from "./count-clicks.ts";
import { dropOldFacts } from "./drop-old-facts.ts";
import { releaseLost } from "./poll-schedule.store.ts";

/** Every few minutes, because screens and rules read the clicks of today. */
const countClicksJob = defineJob({
  name: "figures-count-clicks",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 0,
  expireSeconds: 900,
});

/** By night, because rules for bots classify old clicks again. */
const recountClicksJob = defineJob({
  name: "figures-recount-clicks",
  input: z.object({}),
  schedule: "11 5 * * *",
  retries: 3,
  expireSeconds: 3_600,
});

/** New rules for bots have moved a merchant's clicks on these days, however old they are. */
export const recountRestatedJob = defineJob({
  name: "figures-recount-restated",
  input: z.object({ merchant_id: z.string(), from: z.iso.date(), to: z.iso.date() }),
  retries: 5,
  expireSeconds: 900,
  concurrency: 1,
});

const dropOldFactsJob = defineJob({
  name: "figures-drop-old-facts",
  input: z.object({}),
  schedule: "23 4 * * *",
  retries: 3,
});

/** Polls that a killed worker has left behind. */
const releasePollsJob = defineJob({
  name: "figures-release-polls",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
});

export type FiguresJobsDeps = CountClicksDeps & { db: Db; worldClock: Clock };

/** They work for all merchants at once. */
export function figuresJobs(deps: FiguresJobsDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const countClicks = countClickDays(deps);
  const recount = recountClickDays(deps);
  const time = () => ({ now: worldClock.now() });
  return [
    handleJob(countClicksJob, () => countClicks(db, { ...time(), days: recentDays })),
    handleJob(recountClicksJob, () => countClicks(db, { ...time(), days: restatedDays })),
    handleJob(recountRestatedJob, ({ merchant_id: merchantId, from, to }) =>
      recount(db, { ...time(), merchantId, from: from as RiyadhDay, to: to as RiyadhDay }),
    ),
    handleJob(releasePollsJob, () => releaseLost(db)),
    handleJob(dropOldFactsJob, () => dropOldFacts(db, time())),
  ];
}
