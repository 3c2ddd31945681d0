import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, type ReceivedEvent, subscribe } from "#base/server/subscribe.ts";
import { paymentsEvents } from "#modules/payments/contract/payments.events.ts";
import { applyPayment } from "./apply-payment.ts";
import { isMoneyStopped } from "./ledger.ts";

const moneyEvents = pickEvents(paymentsEvents, "payments.succeeded", "payments.refunded");
const failures = pickEvents(paymentsEvents, "payments.failed");

/** The events this module handles: what happened to the payments of deposits. */
export const walletSubscriptions: readonly Subscription[] = [
  subscribe({ name: "wallet.credit-payments", to: moneyEvents, handle: carryOut }),
  subscribe({ name: "wallet.failed-deposits", to: failures, handle: reportFailure }),
];

/** While money writes are stopped nothing is done: the review of payments carries it out when they go on. */
async function carryOut(ctx: Context, event: ReceivedEvent<typeof moneyEvents>): Promise<void> {
  if (event.purpose !== "wallet_deposit" || (await isMoneyStopped(ctx))) return;
  await applyPayment(ctx, {
    payment_id: event.payment_id,
    deposit_id: event.intent_id,
    amount_halalas: event.amount_halalas,
    refunded_halalas: event.name === "payments.refunded" ? event.refunded_halalas : 0,
    reported_at: event.published_at,
  });
}

async function reportFailure(ctx: Context, event: ReceivedEvent<typeof failures>): Promise<void> {
  if (event.purpose !== "wallet_deposit") return;
  await ctx.tx.publish({
    name: "wallet.deposit_failed",
    merchant_id: ctx.actor.merchantId,
    deposit_id: event.intent_id,
  });
}
