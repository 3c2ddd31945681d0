import { type Context, systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { campaignsWithSync, saveReserve } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { toCostFacts, toHold } from "./reserve.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts">;
const batchSize = 100;

/**
 * Releases all merchants' reserves that are no longer needed: the last days, or the days under a larger budget, are
 * settled.
 */
export const reviewReserves =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (;;) {
      const reviewed = await db.transaction(async (tx) => {
        const batch = await tx.many<CampaignRecord>(sql`
          select * from ${campaignsWithSync} where reserve_review_at <= ${now}
          order by reserve_review_at limit ${batchSize} for update skip locked`);
        for (const campaign of batch)
          await review(deps)(systemTxContext(tx, campaign.merchant_id, now), campaign);
        return batch.length;
      });
      if (reviewed < batchSize) return;
    }
  };

const review =
  ({ wallet, adAccounts }: Deps) =>
  async (ctx: Context, campaign: CampaignRecord): Promise<void> => {
    const isRunning = campaign.status === "active";
    const needed = isRunning ? computeRequiredReserve(toCostFacts(campaign, adAccounts), ctx.now) : 0;
    const amount = Math.min(campaign.reserve_halalas, needed);
    try {
      await wallet.hold(ctx, toHold(campaign, amount, adAccounts, ctx.now));
    } catch (error) {
      // So much of the reserve is spent that even the smaller one would have to grow: left until tomorrow.
      if (!(error instanceof Refusal)) throw error;
      const tomorrow = startOfRiyadhDay(addDays(toRiyadhDay(ctx.now), 1));
      return saveReserve(ctx, { ...campaign, reserve_review_at: tomorrow });
    }
    await saveReserve(ctx, { ...campaign, reserve_halalas: amount, reserve_review_at: null });
  };
