import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { Messages } from "#base/server/messages.ts";
import { archiveEnded } from "./archive-ended.ts";
import { deleteUntouchedDrafts } from "./delete-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { endLicences } from "./licence-ends.ts";
import { pauseForClosedStores } from "./pause-for-store.ts";
import { enqueueDuePolls, pollAccountStatus } from "./poll-status.ts";
import { prepareSeasonDrafts } from "./prepare-season-drafts.ts";
import { reviewReserves } from "./review-reserves.ts";
import { runSeasonBudgets } from "./run-season-budgets.ts";
import { syncCampaign } from "./sync/sync-campaign.ts";
import { wakeStalled } from "./sync/wake-stalled.ts";
import { pollStatusJobs, syncCampaignJobs } from "./sync-jobs.ts";

const nothing = z.object({});
const everyMinute = "* * * * *";

/** Re-enqueues work that a killed server or a full queue left behind. */
const wakeStalledJob = defineJob({
  name: "campaigns-wake-stalled",
  input: nothing,
  schedule: everyMinute,
});
/** In a rehearsal the business clock may run faster than real time: each run handles everything that is due. */
const maintenanceJob = defineJob({ name: "campaigns-maintenance", input: nothing, schedule: everyMinute });
const duePollsJob = defineJob({ name: "campaigns-poll-due", input: nothing, schedule: everyMinute });
const seasonDraftsJob = defineJob({
  name: "campaigns-season-drafts",
  input: nothing,
  schedule: everyMinute,
});

const seasonBudgetsJob = defineJob({
  name: "campaigns-season-budgets",
  input: nothing,
  schedule: everyMinute,
});

/** A job of its own: nothing else may keep ads running after their licence. */
const licencesJob = defineJob({ name: "campaigns-end-licences", input: nothing, schedule: everyMinute });

export function campaignsJobs(deps: CampaignsDeps & { messages: Messages }): JobHandler[] {
  const { db, worldClock } = deps;
  const sync = syncCampaign(deps);
  const poll = pollAccountStatus(deps);
  const archive = archiveEnded(deps);
  const review = reviewReserves(deps);
  const pauseClosed = pauseForClosedStores(deps);
  const licences = endLicences(deps);
  const prepare = prepareSeasonDrafts(deps);
  const runSeasons = runSeasonBudgets(deps);
  return [
    ...Object.values(syncCampaignJobs).map((job) =>
      handleJob(job, ({ campaign_id: campaignId }, signal) =>
        sync(db, { campaignId, now: worldClock.now(), signal }),
      ),
    ),
    ...Object.values(pollStatusJobs).map((job) =>
      handleJob(job, ({ ad_account_id: adAccountId }) => poll(db, { adAccountId, now: worldClock.now() })),
    ),
    handleJob(wakeStalledJob, () => wakeStalled(deps)(db)),
    handleJob(duePollsJob, () => enqueueDuePolls(deps)(db)),
    handleJob(seasonDraftsJob, () => prepare(db, { now: worldClock.now() })),
    handleJob(seasonBudgetsJob, () => runSeasons(db, { now: worldClock.now() })),
    handleJob(licencesJob, () => licences(db, { now: worldClock.now() })),
    handleJob(maintenanceJob, async () => {
      await archive(db, { now: worldClock.now() });
      await pauseClosed(db, { now: worldClock.now() });
      await review(db, { now: worldClock.now() });
      await deleteUntouchedDrafts(db, { now: worldClock.now() });
    }),
  ];
}
