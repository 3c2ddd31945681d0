import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { type Subscription, saveSubscription } from "./subscriptions.store.ts";

/** Saves a subscription, writes who changed what, and publishes it. */
export async function commitChange(
  ctx: Context,
  subscription: Subscription,
  change: { action: `billing.${string}`; before?: unknown; after?: unknown },
): Promise<void> {
  await saveSubscription(ctx, subscription);
  await recordAudit(ctx, { module: "billing", subject: subscription.id, ...change });
  await ctx.tx.publish({
    name: "billing.subscription_changed",
    merchant_id: ctx.actor.merchantId,
    subscription_id: subscription.id,
    state: subscription.state,
  });
}

/** A subscription that ends now: nothing follows by itself, and a new one may begin. */
export const toExpired = ({ now }: Context, subscription: Subscription): Subscription => ({
  ...subscription,
  state: "expired",
  expired_at: now,
  next_step_at: null,
  next_plan_version_id: null,
  next_duration_months: null,
});

export const expireSubscription = (ctx: Context, subscription: Subscription) =>
  commitChange(ctx, toExpired(ctx, subscription), {
    action: "billing.subscription_expired",
    before: { state: subscription.state },
    ...(subscription.ended_by ? { after: { ended_by: subscription.ended_by } } : {}),
  });
