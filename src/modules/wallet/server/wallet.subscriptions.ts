import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, type ReceivedEvent, subscribe } from "#base/server/subscribe.ts";
import { paymentsEvents } from "#modules/payments/contract/payments.events.ts";
import { recordChargeback } from "./apply-chargeback.ts";
import { applyPayment } from "./apply-payment.ts";
import { finishRefund } from "./finish-refund.ts";
import { isMoneyStopped } from "./ledger.ts";
import { isForWallet } from "./plan-withdrawal.ts";
import { failTopUp, replaceTopUpCard } from "./top-up-results.ts";

const moneyEvents = pickEvents(paymentsEvents, "payments.succeeded", "payments.refunded");
const failures = pickEvents(paymentsEvents, "payments.failed");
const refunds = pickEvents(paymentsEvents, "payments.refund_finished");
const chargebacks = pickEvents(paymentsEvents, "payments.charged_back", "payments.chargeback_won");
const cards = pickEvents(paymentsEvents, "payments.card_replaced");

/** The events this module handles: what happened to the payments that are for the wallet. */
export const walletSubscriptions: readonly Subscription[] = [
  subscribe({ name: "wallet.credit-payments", to: moneyEvents, handle: carryOut }),
  subscribe({ name: "wallet.failed-deposits", to: failures, handle: reportFailure }),
  subscribe({ name: "wallet.finished-refunds", to: refunds, handle: endRefundedPart }),
  subscribe({ name: "wallet.chargebacks", to: chargebacks, handle: carryOutChargeback }),
  subscribe({ name: "wallet.replaced-cards", to: cards, handle: replaceCard }),
];

/** While money writes are stopped nothing is done: the review of payments carries it out when they go on. */
async function carryOut(ctx: Context, event: ReceivedEvent<typeof moneyEvents>): Promise<void> {
  if (!isForWallet(event.purpose) || (await isMoneyStopped(ctx))) return;
  const isRefund = event.name === "payments.refunded";
  await applyPayment(ctx, {
    payment_id: event.payment_id,
    deposit_id: event.intent_id,
    amount_halalas: event.amount_halalas,
    refunded_halalas: isRefund ? event.refunded_halalas : 0,
    requested_halalas: isRefund ? event.requested_halalas : 0,
    reported_at: event.published_at,
  });
}

async function reportFailure(ctx: Context, event: ReceivedEvent<typeof failures>): Promise<void> {
  if (event.purpose === "top_up")
    return failTopUp(ctx, { intentId: event.intent_id, failure: event.failure });
  if (event.purpose !== "wallet_deposit") return;
  await ctx.tx.publish({
    name: "wallet.deposit_failed",
    merchant_id: ctx.actor.merchantId,
    deposit_id: event.intent_id,
  });
}

async function endRefundedPart(ctx: Context, event: ReceivedEvent<typeof refunds>): Promise<void> {
  await finishRefund(ctx, { refundId: event.refund_id, result: event.result, failure: event.failure });
}

async function carryOutChargeback(ctx: Context, event: ReceivedEvent<typeof chargebacks>): Promise<void> {
  if (!isForWallet(event.purpose)) return;
  const { chargeback_id: id, payment_id, intent_id: deposit_id, amount_halalas } = event;
  const isWon = event.name === "payments.chargeback_won";
  await recordChargeback(ctx, { id, payment_id, deposit_id, amount_halalas }, { isWon });
}

async function replaceCard(ctx: Context, event: ReceivedEvent<typeof cards>): Promise<void> {
  await replaceTopUpCard(ctx, { cardId: event.card_id, replacedBy: event.replaced_by });
}
