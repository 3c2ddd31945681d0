import { type ReadContext, transact } from "#base/server/context.ts";
import { computePollGapSeconds } from "../domain/next-poll.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { lockPolled, recordPolls } from "./sync/schedule.store.ts";
import { enqueueAccountPoll } from "./sync-jobs.ts";

type Polled = {
  account: Pick<CampaignRecord, "platform" | "ad_account_id">;
  campaignIds: readonly string[];
};

/**
 * Schedules the next poll of each campaign. A wait under a minute gets its own job and does not wait for the scheduled
 * one.
 */
export const scheduleNextPolls =
  ({ systemClock }: Pick<CampaignsDeps, "systemClock">) =>
  async (ctx: ReadContext, { account, campaignIds }: Polled): Promise<void> => {
    const now = systemClock.now().getTime();
    await transact(ctx, async (ctx) => {
      const polled = await lockPolled(ctx, campaignIds);
      const gaps = polled.map(({ id, status, poll_count, is_under_review }) => ({
        id,
        seconds: computePollGapSeconds({
          status,
          pollCount: poll_count + 1,
          isUnderReview: is_under_review,
        }),
      }));
      const next = gaps.map(({ id, seconds }) => ({
        id,
        at: seconds === null ? null : new Date(now + seconds * 1_000),
      }));
      await recordPolls(ctx, next);
      const soonest = Math.min(...gaps.flatMap(({ seconds }) => seconds ?? []));
      if (soonest < 60) await enqueueAccountPoll(ctx.tx, account, soonest);
    });
  };
