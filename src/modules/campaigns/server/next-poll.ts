import { type ReadContext, transact } from "#base/server/context.ts";
import { join, sql } from "#base/server/db/db.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { enqueueAccountPoll } from "./sync-jobs.ts";

const quarterHour = 900;
const anHour = 3_600;
const firstGap = 5;

type Polled = {
  account: Pick<CampaignRecord, "platform" | "ad_account_id">;
  campaignIds: readonly string[];
};

/**
 * Schedules the next poll. While an ad is under review: after 10, 20, 40 … seconds. Otherwise every quarter of an hour
 * while the campaign runs, every hour while it is paused. A wait under a minute gets its own job and does not wait for
 * the scheduled one.
 */
export const scheduleNextPolls =
  ({ systemClock }: Pick<CampaignsDeps, "systemClock">) =>
  async (ctx: ReadContext, { account, campaignIds }: Polled): Promise<void> => {
    const now = systemClock.now();
    await transact(ctx, async ({ tx, actor }) => {
      const next = await tx.many<{ next_poll_at: Date }>(sql`
        update campaigns.campaigns c set poll_count = c.poll_count + 1,
          next_poll_at = ${now}::timestamptz + make_interval(secs => least(
            case c.status when 'active' then ${quarterHour}::float8 else ${anHour}::float8 end,
            case when exists (select 1 from campaigns.ads a where a.campaign_id = c.id and a.review_outcome = 'pending'
                and a.platform_id is not null and a.status not in ('archived', 'deleted'))
              then ${firstGap}::float8 * power(2, least(c.poll_count + 1, 10)) else ${anHour}::float8 end))
        where c.id in (
          select id from campaigns.campaigns
          where id in (${join([...campaignIds])}) and merchant_id = ${actor.merchantId} order by id for update)
        returning next_poll_at`);
      const soonest = Math.min(...next.map(({ next_poll_at }) => next_poll_at.getTime()));
      const seconds = (soonest - now.getTime()) / 1_000;
      if (seconds < 60) await enqueueAccountPoll(tx, account, Math.ceil(seconds));
    });
  };
