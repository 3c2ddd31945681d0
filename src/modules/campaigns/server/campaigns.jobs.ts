import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { archiveEnded } from "./archive-ended.ts";
import type { CampaignsDeps } from "./deps.ts";
import { askDueReadings, readBackAccount } from "./read-back.ts";
import { reviewReserves } from "./review-reserves.ts";
import { syncCampaign } from "./sync/sync-campaign.ts";
import { wakeStalled } from "./sync/wake-stalled.ts";
import { readBackJobs, syncCampaignJobs } from "./wishes.ts";

const nothing = z.object({});
const everyMinute = "* * * * *";

/** Picks up what a killed server or a full queue left lying. */
const wakeStalledJob = defineJob({
  name: "campaigns-wake-stalled",
  input: nothing,
  schedule: everyMinute,
});
/** Business time may run faster than a machine's minute in a rehearsal: each run settles all that is due. */
const keepTimeJob = defineJob({ name: "campaigns-keep-time", input: nothing, schedule: everyMinute });
const readingsJob = defineJob({ name: "campaigns-readings", input: nothing, schedule: everyMinute });

export function campaignsJobs(deps: CampaignsDeps): JobHandler[] {
  return [
    ...Object.values(syncCampaignJobs).map((kind) =>
      handleJob(kind, ({ campaign_id }, signal) => syncCampaign(deps, campaign_id, signal)),
    ),
    ...Object.values(readBackJobs).map((kind) =>
      handleJob(kind, ({ ad_account_id }) => readBackAccount(deps, ad_account_id)),
    ),
    handleJob(wakeStalledJob, () => wakeStalled(deps)),
    handleJob(readingsJob, () => askDueReadings(deps)),
    handleJob(keepTimeJob, async () => {
      await archiveEnded(deps);
      await reviewReserves(deps);
    }),
  ];
}
