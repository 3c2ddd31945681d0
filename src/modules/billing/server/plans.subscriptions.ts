import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { paymentsEvents } from "#modules/payments/contract/payments.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { carryOutFailure, carryOutPayment } from "./carry-out-payment.ts";
import { carryOutReturn, toChargeback, toRefund } from "./carry-out-return.ts";
import { startTrialWithStore } from "./start-trial.ts";
import { lockSubscription, saveSubscription } from "./subscriptions.store.ts";

const paid = pickEvents(paymentsEvents, "payments.succeeded");
const goneBack = pickEvents(
  paymentsEvents,
  "payments.refunded",
  "payments.charged_back",
  "payments.chargeback_won",
);
const failed = pickEvents(paymentsEvents, "payments.failed");
const replaced = pickEvents(paymentsEvents, "payments.card_replaced");
const connected = pickEvents(storesEvents, "store.connected");

/** The events that plans and subscriptions handle. */
export function plansSubscriptions(deps: BillingDeps): readonly Subscription[] {
  const carryOut = carryOutPayment(deps);
  const miss = carryOutFailure(deps);
  const giveBack = carryOutReturn(deps);
  const beginTrial = startTrialWithStore(deps);
  return [
    subscribe({
      name: "billing.paid-periods",
      to: paid,
      // Each holds the end of the invoices' chain until its transaction ends, and every other sale waits.
      batchSize: 10,
      handle: async (ctx, event) => {
        if (event.purpose === "subscription") await carryOut(ctx, event);
      },
    }),
    subscribe({
      name: "billing.returned-periods",
      to: goneBack,
      handle: async (ctx, event) => {
        if (event.purpose !== "subscription") return;
        if (event.name === "payments.refunded") return giveBack(ctx, toRefund(event));
        await giveBack(ctx, toChargeback(event, { isWon: event.name === "payments.chargeback_won" }));
      },
    }),
    subscribe({
      name: "billing.failed-periods",
      to: failed,
      handle: async (ctx, event) => {
        if (event.purpose === "subscription") await miss(ctx, event);
      },
    }),
    subscribe({ name: "billing.replaced-cards", to: replaced, handle: followCard }),
    subscribe({ name: "billing.trial-with-store", to: connected, handle: (ctx) => beginTrial(ctx) }),
  ];
}

/** Renewals use the card that took the old one's place. */
async function followCard(
  ctx: Context,
  { card_id, replaced_by }: { card_id: string; replaced_by: string },
): Promise<void> {
  const subscription = await lockSubscription(ctx);
  if (subscription?.card_id === card_id)
    await saveSubscription(ctx, { ...subscription, card_id: replaced_by });
}
