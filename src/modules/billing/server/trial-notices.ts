import type { Context } from "#base/server/context.ts";
import type { NoticeDay } from "../domain/trial.ts";
import type { Subscription } from "./subscriptions.store.ts";
import { loadTrialUsage } from "./trial-usage.ts";

/** Says that a trial ends soon, with what was used of it so far. */
export async function publishTrialEnding(
  ctx: Context,
  { subscription, day }: { subscription: Subscription; day: NoticeDay },
): Promise<void> {
  await ctx.tx.publish({
    name: "billing.trial_ending",
    merchant_id: ctx.actor.merchantId,
    subscription_id: subscription.id,
    day,
    used: await loadTrialUsage(ctx, subscription.current_starts_at),
  });
}
