import type { ReadContext } from "#base/server/context.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { findSubscription, type Subscription } from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "payments">;

/**
 * The card that a renewal charges: the chosen one, or the default card when none was chosen or it is gone. Never one
 * whose payment the bank took back.
 */
export async function findRenewalCard({ payments }: Deps, ctx: ReadContext, { card_id }: Subscription) {
  const chosen = card_id === null ? undefined : await payments.findCard(ctx, card_id);
  if (chosen && !chosen.is_charged_back) return chosen;
  const standard = await payments.findDefaultCard(ctx);
  return standard?.is_charged_back ? undefined : standard;
}

/** Whether the merchant's subscription will charge this card. One that is being ended charges nothing more. */
export const isRenewalCard =
  (deps: Deps) =>
  async (ctx: ReadContext, cardId: string): Promise<boolean> => {
    const subscription = await findSubscription(ctx);
    const renews = subscription?.state === "active" || subscription?.state === "past_due";
    if (!renews || subscription.payment_source !== "card") return false;
    return (await findRenewalCard(deps, ctx, subscription))?.id === cardId;
  };
