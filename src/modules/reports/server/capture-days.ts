import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CampaignKey } from "./ingest.ts";

/** Takes ad spend out of the wallet: the whole of a day so far; told again takes only the difference. */
export type SpendCapture = {
  captureSpend(
    tx: Db,
    merchantId: string,
    spend: { campaign_id: string; day: RiyadhDay; total_halalas: Halalas },
  ): Promise<unknown>;
};

/** Brings the wallet in line with a campaign's spend of each day since `from`, as last reported. Safe to run again. */
export async function captureDays(
  tx: Tx,
  wallet: SpendCapture,
  { merchantId, campaignId }: CampaignKey,
  from: RiyadhDay,
): Promise<void> {
  const days = await tx.many<{ day: RiyadhDay; spend_halalas: number }>(sql`
    select day, spend_halalas from reports.campaign_days
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and day >= ${from} order by day`);
  for (const { day, spend_halalas } of days) {
    await wallet.captureSpend(tx, merchantId, {
      campaign_id: campaignId,
      day,
      total_halalas: halalas(spend_halalas),
    });
  }
}
