import { type Db, sql } from "#base/server/db/db.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Takes ad spend out of the wallet: the whole of a day so far; told again takes only the difference. */
export type SpendCapture = {
  captureSpend(
    tx: Db,
    merchantId: string,
    spend: { campaign_id: string; day: RiyadhDay; total_halalas: Halalas },
  ): Promise<unknown>;
};

/** Others wait for the merchant's wallet while one transaction captures: so many days at a time. */
const daysAtOnce = 50;

type OpenDay = { campaign_id: string; day: RiyadhDay; spend_halalas: number };

/**
 * Brings the wallet in line with what the campaigns spent on each day since `from`, as last reported; days that it has
 * been told already are left out. Safe to run again.
 */
export async function captureDays(
  db: Db,
  wallet: SpendCapture,
  merchantId: string,
  campaignIds: readonly string[],
  from: RiyadhDay,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await db.transaction(async (tx) => {
      const days = await tx.many<OpenDay>(sql`
        select campaign_id, day, spend_halalas from reports.campaign_days
        where merchant_id = ${merchantId} and campaign_id = any(${[...campaignIds]}::text[]) and day >= ${from}
          and spend_halalas <> captured_halalas
        order by day, campaign_id limit ${daysAtOnce} for update`);
      for (const { campaign_id, day, spend_halalas } of days)
        await wallet.captureSpend(tx, merchantId, {
          campaign_id,
          day,
          total_halalas: halalas(spend_halalas),
        });
      await tx.run(sql`
        update reports.campaign_days set captured_halalas = spend_halalas
        where merchant_id = ${merchantId} and (campaign_id, day) in (
          select * from unnest(${days.map(({ campaign_id }) => campaign_id)}::text[], ${days.map(({ day }) => day)}::date[]))`);
      return days.length === daysAtOnce;
    });
  }
}
