import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { markDaysSettled } from "./roll-ups.store.ts";

type Spend = { campaign_id: string; day: RiyadhDay; total_halalas: Halalas };

/** Settles ad spend in the wallet: each day's total so far. A repeated total settles only the difference. */
export type SpendSettlement = {
  settleSpends(ctx: Context, spends: readonly Spend[]): Promise<unknown>;
};

/** Other transactions wait for the merchant's wallet during a settlement, so each takes only this many days. */
const daysAtOnce = 200;

type OpenDay = Row<"figures.campaign_days", "campaign_id" | "spend_halalas"> & { day: RiyadhDay };
type SettleDaysInput = { campaignIds: readonly string[]; from: RiyadhDay };

/**
 * Brings the wallet in line with the campaigns' spend on each day since `from`, as last reported; days already settled
 * at that amount are left out. Safe to run again.
 */
export const settleDays =
  ({ wallet }: { wallet: SpendSettlement }) =>
  async (ctx: ReadContext, { campaignIds, from }: SettleDaysInput): Promise<void> => {
    const { merchantId } = ctx.actor;
    for (let isMore = true; isMore; ) {
      isMore = await transact(ctx, async (ctx) => {
        const days = await ctx.tx.many<OpenDay>(sql`
          select campaign_id, day, spend_halalas from figures.campaign_days
          where merchant_id = ${merchantId} and campaign_id = any(${[...campaignIds]}::text[]) and day >= ${from}
            and spend_halalas <> settled_halalas
          order by day, campaign_id limit ${daysAtOnce} for update`);
        if (days.length === 0) return false;
        const spends = days.map(({ spend_halalas, ...day }) => ({
          ...day,
          total_halalas: halalas(spend_halalas),
        }));
        await wallet.settleSpends(ctx, spends);
        await markDaysSettled(ctx, days);
        return days.length === daysAtOnce;
      });
    }
  };
