import { type Db, sql } from "#base/server/db/db.ts";
import { campaignsWithSync } from "../campaigns.store.ts";
import type { CampaignsDeps } from "../deps.ts";
import type { CampaignRecord } from "../records.ts";
import { syncCampaignJobs } from "../sync-jobs.ts";

const batchSize = 200;

/** Enqueues all merchants' campaigns again whose sync stopped: the worker was killed, or the waiting job was lost. */
export const wakeStalled =
  ({ systemClock }: Pick<CampaignsDeps, "systemClock">) =>
  async (db: Db): Promise<void> => {
    const now = systemClock.now();
    const stalled = await db.many<Pick<CampaignRecord, "id" | "platform">>(sql`
      select id, platform from ${campaignsWithSync}
      where sync = 'pending' and (retry_at is null or retry_at <= ${now}) and (lease_until is null or lease_until <= ${now})
      order by retry_at nulls first limit ${batchSize}`);
    if (stalled.length === 0) return;
    await db.transaction(async (tx) => {
      for (const { id, platform } of stalled)
        await tx.enqueue(syncCampaignJobs[platform], { campaign_id: id }, { key: id });
    });
  };
