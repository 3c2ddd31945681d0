import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { findAllWinners } from "./find-winners.ts";
import type { LibraryDeps } from "./library.deps.ts";
import { publishMedians } from "./publish-medians.ts";
import { forgetFilesJob } from "./row-files.ts";

/** A merchant's winners are an hour old at most once their figures changed. */
const findWinnersJob = defineJob({
  name: "library-find-winners",
  input: z.object({}),
  schedule: "41 * * * *",
  retries: 0,
  expireSeconds: 3_000,
});

/** Only looks whether a month is due, on every hour but one of the month. */
const publishMediansJob = defineJob({
  name: "library-publish-medians",
  input: z.object({}),
  schedule: "53 * * * *",
  retries: 0,
  expireSeconds: 3_000,
});

export function libraryJobs(deps: LibraryDeps): JobHandler[] {
  const { db, worldClock, media } = deps;
  const find = findAllWinners(deps);
  const publish = publishMedians(deps);
  return [
    handleJob(forgetFilesJob, ({ keys }) => media.sharedFiles.remove(keys)),
    handleJob(findWinnersJob, (_input, signal) => find(db, { now: worldClock.now(), signal })),
    handleJob(publishMediansJob, (_input, signal) => publish(db, { now: worldClock.now(), signal })),
  ];
}
