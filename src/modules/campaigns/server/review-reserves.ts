import { sql, type Tx } from "#base/server/db/db.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { toCostFacts, toReserveRequest } from "./reserve.ts";

type Deps = Pick<CampaignsDeps, "db" | "wallet" | "adAccounts" | "worldClock">;
const batchSize = 100;

/** Releases reserves that are no longer needed: the last days, or the days under a larger budget, are settled. */
export async function reviewReserves(deps: Deps): Promise<void> {
  const now = deps.worldClock.now();
  for (;;) {
    const reviewed = await deps.db.transaction(async (tx) => {
      const batch = await tx.many<CampaignRecord>(sql`
        select * from campaigns.campaigns where reserve_review_at <= ${now}
        order by reserve_review_at limit ${batchSize} for update skip locked`);
      for (const campaign of batch) await review(deps, tx, campaign, now);
      return batch.length;
    });
    if (reviewed < batchSize) return;
  }
}

async function review(
  { wallet, adAccounts }: Deps,
  tx: Tx,
  campaign: CampaignRecord,
  now: Date,
): Promise<void> {
  const isRunning = campaign.status === "active";
  const needed = isRunning ? computeRequiredReserve(toCostFacts(campaign, adAccounts), now) : 0;
  const amount = Math.min(campaign.reserve_halalas, needed);
  try {
    await wallet.setReserve(tx, campaign.merchant_id, toReserveRequest(campaign, amount));
  } catch (error) {
    // So much of the reserve is spent that even the smaller one would have to grow: left until tomorrow.
    if (!(error instanceof Refusal)) throw error;
    const tomorrow = startOfRiyadhDay(addDays(toRiyadhDay(now), 1));
    return void (await tx.run(sql`
      update campaigns.campaigns set reserve_review_at = ${tomorrow} where id = ${campaign.id}`));
  }
  await tx.run(sql`
    update campaigns.campaigns set reserve_halalas = ${amount}, reserve_review_at = null where id = ${campaign.id}`);
}
