import { systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { stop } from "./stop-campaign.ts";

const batchSize = 100;

/** Archives all merchants' campaigns whose end time has passed, in batches, each with its events and its reserve. */
export const archiveEnded =
  (deps: Pick<CampaignsDeps, "wallet">) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (;;) {
      const ended = await db.transaction(async (tx) => {
        const batch = await tx.many<CampaignRecord>(sql`
          select * from ${campaignsWithSync}
          where ends_at <= ${now} and status in ('created', 'active', 'paused')
          order by ends_at limit ${batchSize} for update skip locked`);
        for (const campaign of batch) {
          const ctx = systemTxContext(tx, campaign.merchant_id, now);
          await stop(deps)(ctx, campaign, { action: "archive", reason: "ended" });
        }
        return batch.length;
      });
      if (ended < batchSize) return;
    }
  };
