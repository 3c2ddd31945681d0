import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, type Job, jobRunner } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { correctionMs } from "../domain/reading-window.ts";
import { type ReadFiguresDeps, readFigures } from "./read-figures.ts";

/** Reads one campaign's figures; the next round asks again, so a failure is not repeated by itself. */
const readCampaign = defineJob({
  name: "reports.read-campaign",
  input: z.object({ campaign_id: z.string() }),
  retries: 0,
  expireSeconds: 300,
  concurrency: 8,
});

export type ReportsJobsDeps = ReadFiguresDeps & {
  log: Log;
  /** Campaigns that run, or ran after the given instant: their figures may still change. */
  campaignsToMeasure(db: Db, ranAfter: Date): Promise<{ campaignId: string }[]>;
};

export function reportsJobs(deps: ReportsJobsDeps): Job[] {
  return [
    jobRunner(readCampaign, async ({ campaign_id }) => {
      try {
        await readFigures(deps, campaign_id);
      } catch (error) {
        // The ad-accounts room has noted a lost connection; a busy platform is asked again next round.
        if (isFault(error))
          deps.log.info(
            { campaign_id, fault: error.kind, reason: error.reason },
            "figures could not be read",
          );
        else throw error;
      }
    }),
  ];
}

/** Asks for a reading of every campaign that may have new figures, every `seconds`; a campaign still waiting is not asked twice. */
export function startFigureRounds(
  deps: Pick<ReportsJobsDeps, "db" | "log" | "worldClock" | "campaignsToMeasure">,
  seconds: number,
) {
  const round = async () => {
    const ranAfter = new Date(deps.worldClock.now().getTime() - correctionMs);
    const campaigns = await deps.campaignsToMeasure(deps.db, ranAfter);
    for (let start = 0; start < campaigns.length; start += 200) {
      await deps.db.transaction(async (tx) => {
        for (const { campaignId } of campaigns.slice(start, start + 200)) {
          await tx.later(readCampaign, { campaign_id: campaignId }, { key: campaignId });
        }
      });
    }
  };
  const timer = setInterval(
    () => round().catch((error) => deps.log.warn({ err: error }, "a round of figures failed")),
    seconds * 1_000,
  );
  return { stop: () => clearInterval(timer) };
}
